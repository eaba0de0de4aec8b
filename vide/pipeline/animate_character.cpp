// SPDX-License-Identifier: MIT
#include "vide/pipeline/animate_character.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "vide/core/seconds_since.hpp"
#include "vide/core/text.hpp"
#include "vide/pipeline/detail/character_frames.hpp"
#include "vide/raster/draw_mesh.hpp"
#include "vide/raster/texture.hpp"

namespace vide {
namespace {

using detail::CharacterShape;
using detail::FramePositions;

// The motion of the drawing, ready to be painted.
struct MovingDrawing {
  Texture texture;
  std::vector<Vec2f> uv;
  std::vector<std::vector<int>> triangles_by_joint;
  RetargetedMotion motion;
  FramePositions positions;
  std::size_t triangles = 0;
};

std::vector<Vec2f> textureCoordinates(const ImageMesh& mesh, const Image& image) {
  std::vector<Vec2f> all;
  for (Eigen::Index v = 0; v < mesh.mesh.V.rows(); ++v) {
    const Vec2 uv =
        textureCoordinate({mesh.mesh.V(v, 0), mesh.mesh.V(v, 1)}, image.width, image.height);
    all.push_back({static_cast<float>(uv.x), static_cast<float>(uv.y)});
  }
  return all;
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// Leaves out frames of a recording that is too fast for the format to show at its own speed.
void keepShownFrames(RetargetedMotion& motion, AnimationFormat format,
                     std::vector<std::string>& warnings) {
  // Viewers slow GIFs down whose frames stay for less than two hundredths of a second.
  constexpr double fastest_gif = 50;
  const double recorded = 1 / motion.frame_time;
  if (format != AnimationFormat::gif || recorded <= fastest_gif) return;
  const auto stride = static_cast<std::size_t>(std::ceil(recorded / fastest_gif));
  const auto rounded = [](double rate) { return std::floor(100 * rate + 0.5) / 100; };
  warnings.push_back(text("a GIF cannot show ", rounded(recorded), " frames a second; one of ",
                          stride, " is shown (", rounded(recorded / double(stride)),
                          " a second); use .webp or .png for all"));
  std::size_t kept = 0;
  for (std::size_t frame = 0; frame < motion.frames.size(); frame += stride) {
    std::swap(motion.frames[kept++], motion.frames[frame]);
  }
  motion.frames.resize(kept);
  motion.frame_time *= double(stride);
}

Result<void> checkSize(const Picture& picture, const CharacterRig& rig) {
  if (picture.image.width == rig.width && picture.image.height == rig.height) return {};
  return fail(
      ErrorCode::invalid_argument,
      text(picture.source, ": the picture is ", picture.image.width, " x ", picture.image.height,
           " pixels, but the character's file says ", rig.width, " x ", rig.height));
}

void tellOfMotion(const RetargetedMotion& motion, const std::string& source,
                  AnimateReport& report) {
  for (const auto& warning : motion.warnings)
    report.warnings.push_back(text(source, ": ", warning));
  report.motion_frames = motion.frames.size();
}

Result<MovingDrawing> prepare(const CharacterMotion& character, const AnimateOptions& options,
                              AnimationFormat format, const Progress& progress,
                              AnimateReport& report) {
  const Picture& picture = character.picture;
  if (auto fits = checkSize(picture, character.rig); !fits) return std::unexpected(fits.error());
  MovingDrawing drawing;
  auto motion = retarget(character.capture, character.motion, character.retarget, character.rig);
  if (!motion) return failAt(character.settings_source, motion.error());
  drawing.motion = std::move(*motion);
  const auto skeleton = skeletonFromCharacter(character.rig);
  if (!skeleton) return std::unexpected(skeleton.error());
  const auto coverage = shapeOf(picture, options.shape);
  if (!coverage) return failAt(picture.source, coverage.error());
  const auto mesh = meshFromCoverage(*coverage, options.mesh, progress.slice(0, 0.3));
  if (!mesh) return failAt(picture.source, mesh.error());
  drawing.texture = Texture(cutOutImage(picture, *coverage, options.shape));
  drawing.uv = textureCoordinates(*mesh, picture.image);
  drawing.triangles = std::size_t(mesh->mesh.F.rows());

  tellOfMotion(drawing.motion, character.settings_source, report);
  if (options.frame_rate == 0) keepShownFrames(drawing.motion, format, report.warnings);
  append(report.warnings, mesh->report.warnings);
  const CharacterShape shape{*mesh, *coverage, character.rig, *skeleton};
  auto triangles = detail::trianglesByJoint(shape, options.pool);
  if (!triangles) return failAt(picture.source, triangles.error());
  drawing.triangles_by_joint = std::move(*triangles);
  const auto deform =
      options.deform == CharacterDeform::arap ? detail::deformByHandles : detail::deformByBones;
  auto positions =
      deform(shape, drawing.motion, {options.pool, progress.slice(0.3, 1), &report.warnings});
  if (!positions) return failAt(picture.source, positions.error());
  drawing.positions = std::move(*positions);
  return drawing;
}

Box2 boundsOf(const FramePositions& frames) {
  Box2 box;
  for (const auto& positions : frames) {
    for (std::size_t i = 0; i + 1 < positions.size(); i += 2) {
      box.include({positions[i], positions[i + 1]});
    }
  }
  return box;
}

// The frame's triangles back to front. Every triangle is there in every frame.
void orderTriangles(const MovingDrawing& drawing, std::size_t frame, std::vector<int>& out) {
  out.clear();
  const auto take = [&](std::size_t joint) {
    const auto& list = drawing.triangles_by_joint[joint];
    out.insert(out.end(), list.begin(), list.end());
  };
  take(0);  // the root has no bone and so no place in the order
  for (int joint : drawing.motion.frames[frame].draw_order) take(std::size_t(joint));
}

// Paints the frames of a drawing, several at a time.
class Stage {
 public:
  Stage(const MovingDrawing& drawing, const Canvas& backdrop, const AnimateOptions& options)
      : drawing_(drawing),
        backdrop_(backdrop),
        camera_(Camera2D::fitTo(boundsOf(drawing.positions), options.width, options.height,
                                options.padding)),
        selection_(options.frames),
        slots_(slotsFor(options.pool, options.width, options.height)) {
    for (Slot& slot : slots_) slot.canvas.resize(options.width, options.height);
  }

  // Refers to this stage.
  FrameSource frames() {
    FrameSource source{.frames = drawing_.positions.size(),
                       .width = backdrop_.width(),
                       .height = backdrop_.height()};
    source.slots = slots_.size();
    source.selection = selection_;
    source.opaque = backdrop_.isOpaque();
    source.render = [this](std::size_t frame, std::size_t slot, Image& out) -> Result<void> {
      paint(frame, slots_[slot], out);
      return {};
    };
    return source;
  }

 private:
  struct Slot {
    std::vector<int> triangles;
    Canvas canvas;
    DrawContext context;
  };

  void paint(std::size_t frame, Slot& slot, Image& out) const {
    orderTriangles(drawing_, frame, slot.triangles);
    slot.canvas.clear(backdrop_);
    drawMesh(slot.canvas, camera_,
             {.positions = drawing_.positions[frame],
              .uv = drawing_.uv,
              .triangles = slot.triangles,
              .texture = &drawing_.texture},
             slot.context);
    slot.canvas.toImage(out);
  }

  const MovingDrawing& drawing_;
  const Canvas& backdrop_;
  Camera2D camera_;
  FrameSelection selection_;
  std::vector<Slot> slots_;
};

}  // namespace

Result<AnimateReport> animateCharacter(const CharacterMotion& character, const std::string& path,
                                       AnimationFormat format, const AnimateOptions& options,
                                       const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  AnimateReport report;
  const auto backdrop =
      backdropCanvas(options.backdrop, options.width, options.height, options.max_pixels);
  if (!backdrop) return std::unexpected(backdrop.error());
  const auto drawing = prepare(character, options, format, progress.slice(0, 0.4), report);
  if (!drawing) return std::unexpected(drawing.error());
  Stage stage(*drawing, *backdrop, options);
  report.seconds_prepare = secondsSince(start);

  AnimationOptions encode = options.encode;
  encode.frame_rate = options.frame_rate > 0 ? options.frame_rate : 1 / drawing->motion.frame_time;
  auto encoded =
      encodeFrames(stage.frames(), path, format, encode, options.pool, progress.slice(0.4, 1));
  if (!encoded) return std::unexpected(encoded.error());
  report.frames = drawing->positions.size();
  report.width = options.width;
  report.height = options.height;
  report.vertices = drawing->uv.size();
  report.triangles = drawing->triangles;
  report.seconds_render = encoded->seconds_render;
  report.seconds_encode = encoded->seconds_encode;
  report.paths = std::move(encoded->paths);
  append(report.warnings, encoded->warnings);
  return report;
}

}  // namespace vide

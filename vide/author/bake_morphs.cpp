// SPDX-License-Identifier: MIT
#include "vide/author/bake_morphs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "vide/animation/sample.hpp"
#include "vide/author/detail/key_shapes.hpp"
#include "vide/core/cancelled.hpp"
#include "vide/core/text.hpp"
#include "vide/rig/drawn_layers.hpp"
#include "vide/stage/clip_frames.hpp"
#include "vide/stage/document_renderer.hpp"

namespace vide {
namespace {

// Of layers that lie over each other, as the format has it.
constexpr double layer_distance = 0.25;

// What a document shows at one moment, by layer.
struct Frame {
  std::vector<std::vector<float>> positions;  // x, y, z of each vertex
  std::vector<std::size_t> places;            // from the back
  std::vector<bool> is_seen;
};

// A clip's frames at even times from its start to its end.
struct Take {
  const Clip* clip = nullptr;  // none: the document at rest
  double step = 0;
  std::vector<Frame> frames;
};

// Plays a document.
class FrameMaker {
 public:
  static Result<FrameMaker> create(const Document& document) {
    auto renderer = DocumentRenderer::create(document, {});
    if (!renderer) return std::unexpected(renderer.error());
    return FrameMaker(document, *std::move(renderer));
  }

  Result<Take> play(const Clip* clip, double frames_per_second, const Progress& progress) {
    Take take{.clip = clip};
    const double pieces = clip ? std::ceil(clip->duration * frames_per_second) : 0;
    take.step = pieces > 0 ? clip->duration / pieces : 1 / frames_per_second;
    // What swings on in a round has its end in its start.
    const bool goes_round = clip && clip->loop && pieces > 0 && !document_->springs.empty();
    const auto count = std::size_t(pieces) + (goes_round ? 0 : 1);
    const auto frames = ClipFrames::create(
        *document_,
        {clip, count, take.step, goes_round ? std::optional(clip->duration) : std::nullopt},
        progress);
    if (!frames) return std::unexpected(frames.error());
    for (std::size_t f = 0; f < count; ++f) {
      if (progress.cancelled()) return cancelled();
      frames->show(f, renderer_, workspace_);
      take.frames.push_back(look(clip, double(f) * take.step));
    }
    if (goes_round) take.frames.push_back(take.frames.front());
    return take;
  }

 private:
  FrameMaker(const Document& document, DocumentRenderer renderer)
      : document_(&document),
        renderer_(std::move(renderer)),
        workspace_(renderer_),
        layers_(document) {}

  Frame look(const Clip* clip, double time) {
    const std::size_t layers = document_->layers.size();
    Frame frame;
    for (std::size_t i = 0; i < layers; ++i) {
      const auto positions = renderer_.positionsInSpace(i, workspace_);
      frame.positions.emplace_back(positions.begin(), positions.end());
    }
    frame.is_seen.assign(layers, false);
    for (const DrawnLayer& layer : renderer_.drawn(workspace_)) frame.is_seen[layer.layer] = true;
    frame.places.assign(layers, layers);  // what another dress leaves out comes last
    layers_.order(clip, time, order_);
    for (std::size_t place = 0; place < order_.size(); ++place) frame.places[order_[place]] = place;
    return frame;
  }

  const Document* document_;
  DocumentRenderer renderer_;
  DocumentRenderer::Workspace workspace_;
  DrawnLayers layers_;
  std::vector<std::size_t> order_;  // room for one moment's
};

std::vector<bool> everSeen(std::span<const Take> takes) {
  std::vector<bool> seen(takes[0].frames[0].is_seen.size(), false);
  for (const Take& take : takes) {
    for (const Frame& frame : take.frames) {
      for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = seen[i] || frame.is_seen[i];
    }
  }
  return seen;
}

// Counts places among the layers that are kept.
void closeGaps(std::vector<Take>& takes, const std::vector<bool>& kept) {
  std::vector<std::size_t> order;
  for (Take& take : takes) {
    for (Frame& frame : take.frames) {
      order.clear();
      for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i]) order.push_back(i);
      }
      std::ranges::sort(order, {}, [&](std::size_t i) { return frame.places[i]; });
      for (std::size_t place = 0; place < order.size(); ++place) {
        frame.places[order[place]] = place;
      }
    }
  }
}

// The last moment, as a float, before a held value jumps.
double justBefore(double time) {
  return std::nextafter(static_cast<float>(time), -std::numeric_limits<float>::infinity());
}

// One layer, frame after frame of all takes.
class LayerBaker {
 public:
  // The first take is the document at rest.
  LayerBaker(std::size_t index, std::span<const Take> takes, double depth)
      : index_(index), takes_(takes), depth_(depth) {}

  // Gives the layer its shapes, and the document's clips the weights of these.
  Result<std::size_t> bake(const Layer& layer, double tolerance, Document& baked,
                           const Progress& progress) const {
    Eigen::MatrixXd frames = displacements();
    const auto found = detail::keyShapes(frames, tolerance, progress);
    if (!found) return std::unexpected(found.error());
    Layer made = plainLayer(layer);
    for (Eigen::Index k = 0; k < found->shapes.cols(); ++k) {
      made.shapes.push_back({.name = text("shape ", k + 1), .offsets = offsetsOf(*found, k)});
    }
    const bool hides = std::ranges::any_of(takes_, [&](const Take& take) {
      return std::ranges::any_of(take.frames, [&](const Frame& f) { return !f.is_seen[index_]; });
    });
    if (hides) made.shapes.push_back(hidden(made));
    std::size_t column = takes_[0].frames.size();
    for (std::size_t t = 1; t < takes_.size(); ++t) {
      addTracks(made, takes_[t], *found, column, baked.clips[t - 1]);
      column += takes_[t].frames.size();
    }
    baked.layers.push_back(std::move(made));
    return baked.layers.back().shapes.size();
  }

 private:
  const Frame& restFrame() const { return takes_[0].frames[0]; }
  const std::vector<float>& rest() const { return restFrame().positions[index_]; }

  // A column for each frame; zeros where the layer is not seen.
  Eigen::MatrixXd displacements() const {
    std::size_t frames = 0;
    for (const Take& take : takes_) frames += take.frames.size();
    Eigen::MatrixXd moved =
        Eigen::MatrixXd::Zero(Eigen::Index(rest().size()), Eigen::Index(frames));
    Eigen::Index column = 0;
    for (const Take& take : takes_) {
      for (const Frame& frame : take.frames) {
        auto into = moved.col(column++);
        if (!frame.is_seen[index_]) continue;
        const double depth =
            depth_ * (double(frame.places[index_]) - double(restFrame().places[index_]));
        for (Eigen::Index i = 0; i < moved.rows(); ++i) {
          const double before = double(rest()[std::size_t(i)]);
          const bool is_order = depth_ > 0 && i % 3 == 2;
          into[i] = is_order ? depth : double(frame.positions[index_][std::size_t(i)]) - before;
        }
      }
    }
    return moved;
  }

  Layer plainLayer(const Layer& layer) const {
    Layer made = layer;
    if (depth_ > 0) made.mesh.V.conservativeResize(Eigen::NoChange, 2);
    for (Eigen::Index v = 0; v < made.mesh.V.rows(); ++v) {
      for (Eigen::Index axis = 0; axis < made.mesh.V.cols(); ++axis) {
        made.mesh.V(v, axis) = double(rest()[std::size_t(3 * v + axis)]);
      }
    }
    made.shapes.clear();
    made.attachment = Attachment::fixed;
    made.bones.clear();
    made.weights = {};
    made.settings = {};
    made.mask.reset();
    made.visible = true;
    return made;
  }

  static Eigen::MatrixX3d offsetsOf(const detail::KeyShapes& found, Eigen::Index k) {
    Eigen::MatrixX3d offsets(found.shapes.rows() / 3, 3);
    for (Eigen::Index v = 0; v < offsets.rows(); ++v) {
      offsets.row(v) = found.shapes.col(k).segment<3>(3 * v).transpose();
    }
    return offsets;
  }

  // Draws the layer together to its first vertex, where no triangle covers anything.
  MorphShape hidden(const Layer& made) const {
    const auto& V = made.mesh.V;
    MorphShape shape{.name = "hidden", .offsets = Eigen::MatrixX3d::Zero(V.rows(), 3)};
    if (V.rows() > 0) shape.offsets.leftCols(V.cols()) = V.row(0).replicate(V.rows(), 1) - V;
    shape.weight = restFrame().is_seen[index_] ? 0 : 1;
    return shape;
  }

  // A layer that comes or goes does so at once, at a frame.
  void addTracks(const Layer& made, const Take& take, const detail::KeyShapes& found,
                 std::size_t column, Clip& clip) const {
    for (std::size_t k = 0; k < made.shapes.size(); ++k) {
      const bool is_hidden = Eigen::Index(k) == found.weights.rows();
      const auto weightIn = [&](std::size_t frame) {
        if (is_hidden) return take.frames[frame].is_seen[index_] ? 0.0 : 1.0;
        return found.weights(Eigen::Index(k), Eigen::Index(column + frame));
      };
      MorphTrack track{.layer = made.id, .shape = int(k)};
      for (std::size_t f = 0; f < take.frames.size(); ++f) {
        const double time =
            f + 1 == take.frames.size() && f > 0 ? clip.duration : double(f) * take.step;
        const bool jumps =
            f > 0 && take.frames[f].is_seen[index_] != take.frames[f - 1].is_seen[index_];
        if (jumps) track.weight.push_back({.time = justBefore(time), .value = weightIn(f - 1)});
        track.weight.push_back({.time = time, .value = weightIn(f)});
      }
      const double rest = made.shapes[k].weight;
      const bool is_still = std::ranges::all_of(
          track.weight, [&](const Key<double>& key) { return key.value == rest; });
      if (!is_still) clip.morphs.push_back(std::move(track));
    }
  }

  std::size_t index_;
  std::span<const Take> takes_;
  double depth_;  // between layers; 0 in space, where they have a depth of their own
};

std::vector<std::string> lossesOf(const Document& document) {
  std::vector<std::string> losses;
  const auto some = [](const auto& items, auto test) { return std::ranges::any_of(items, test); };
  if (some(document.layers, [](const Layer& layer) { return layer.mask.has_value(); })) {
    losses.push_back("masks are left out: viewers show masked layers whole");
  }
  if (some(document.layers, [](const Layer& l) { return l.blend != BlendMode::normal; })) {
    losses.push_back("blend modes are left out: viewers blend every layer as usual");
  }
  if (some(document.clips, [&](const Clip& clip) {
        return some(clip.layers, [](const LayerTrack& track) {
          return !track.tint.empty() || !track.opacity.empty();
        });
      })) {
    losses.push_back("tints and opacities that clips change are left out: they stay as at rest");
  }
  if (some(document.clips, [](const Clip& clip) { return !clip.events.empty(); })) {
    losses.push_back("events are left out: glTF has none");
  }
  return losses;
}

Result<void> checkOptions(const Document& document, const BakeOptions& options) {
  const double fps = options.frames_per_second;
  if (!(fps >= 1 && fps <= 1000)) {
    return fail(ErrorCode::invalid_argument, text(fps, " frames per second are not in 1..1000"));
  }
  if (!(options.tolerance >= 1e-4 && options.tolerance <= 1e6)) {
    return fail(ErrorCode::invalid_argument,
                text("a tolerance of ", options.tolerance, " is not in 1e-4..1e6"));
  }
  double frames = 1, numbers = 0;
  for (const Clip& clip : document.clips) frames += std::ceil(clip.duration * fps) + 1;
  for (const Layer& layer : document.layers) numbers += 3 * double(layer.mesh.V.rows());
  if (frames * numbers > double(options.max_numbers)) {
    return fail(
        ErrorCode::limit_exceeded,
        text("baking ", frames, " frames takes ", frames * numbers, " numbers and the limit is ",
             options.max_numbers, "; take fewer frames per second, or shorter or fewer clips"));
  }
  return {};
}

// The document without what shapes take the place of.
Document emptied(const Document& document) {
  Document baked;
  baked.canvas_width = document.canvas_width;
  baked.canvas_height = document.canvas_height;
  baked.pixels_per_unit = document.pixels_per_unit;
  baked.images = document.images;
  for (const Clip& clip : document.clips) {
    baked.clips.push_back(
        {.id = clip.id, .name = clip.name, .duration = clip.duration, .loop = clip.loop});
  }
  return baked;
}

}  // namespace

Result<BakedDocument> bakeMorphs(const Document& document, const BakeOptions& options,
                                 const Progress& progress) {
  if (auto usable = checkOptions(document, options); !usable) {
    return std::unexpected(usable.error());
  }
  Document played = document;
  for (Clip& clip : played.clips) clip.loop = clip.loop && !document.springs.empty();
  auto maker = FrameMaker::create(played);
  if (!maker) return std::unexpected(maker.error());
  std::vector<Take> takes;
  for (std::size_t i = 0; i <= played.clips.size(); ++i) {
    auto take =
        maker->play(i == 0 ? nullptr : &played.clips[i - 1], options.frames_per_second, progress);
    if (!take) return std::unexpected(take.error());
    takes.push_back(*std::move(take));
    progress.report(0.5 * double(i + 1) / double(played.clips.size() + 1));
  }
  BakedDocument result{.document = emptied(document), .warnings = lossesOf(document)};
  Document& baked = result.document;
  const double depth = document.canvas_width > 0 ? layer_distance : 0;
  const std::vector<bool> kept = everSeen(takes);
  closeGaps(takes, kept);
  const std::vector<std::size_t>& places = takes[0].frames[0].places;
  baked.draw_order.resize(std::size_t(std::ranges::count(kept, true)));
  // Half for the mixtures, half for the rounding to 32-bit floats and what viewers add up.
  const double tolerance = options.tolerance / 2;
  for (std::size_t i = 0; i < document.layers.size(); ++i) {
    if (!kept[i]) continue;
    const auto shapes =
        LayerBaker(i, takes, depth).bake(document.layers[i], tolerance, baked, progress);
    if (!shapes) return std::unexpected(shapes.error());
    result.shapes += *shapes;
    baked.draw_order[places[i]] = document.layers[i].id;
    progress.report(0.5 + 0.5 * double(i + 1) / double(document.layers.size()));
  }
  return result;
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "tests/support/layered_figure.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/animation/sample.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/detail/recorded_sequence.hpp"
#include "vide/pipeline/open_renderer.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/stage/clip_frames.hpp"

using namespace vide;
using namespace vide::test;

namespace {

// Where the tail's or the arm's vertex that lies farthest from the body is, frame by frame.
std::vector<Vec2> pathOf(const Document& document, LayerId id, std::size_t vertex,
                         const std::function<void(const DocumentRenderer&, std::size_t,
                                                  DocumentRenderer::Workspace&)>& show,
                         std::size_t frames) {
  const auto renderer = openRenderer(document);
  REQUIRE(renderer.has_value());
  DocumentRenderer::Workspace workspace(*renderer);
  const auto layer = std::size_t(findLayer(document, id) - document.layers.data());
  std::vector<Vec2> path;
  for (std::size_t f = 0; f < frames; ++f) {
    show(*renderer, f, workspace);
    const auto at = renderer->positions(layer, workspace).subspan(2 * vertex, 2);
    path.push_back({at[0], at[1]});
  }
  return path;
}

std::vector<Vec2> tailPath(const Document& document, const ClipFrames::Plan& plan) {
  const auto frames = ClipFrames::create(document, plan, {});
  REQUIRE(frames.has_value());
  return pathOf(
      document, figure::tail, 0,
      [&](const DocumentRenderer& renderer, std::size_t f, DocumentRenderer::Workspace& workspace) {
        frames->show(f, renderer, workspace);
      },
      plan.frames);
}

double longestStep(const std::vector<Vec2>& path) {
  double longest = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    longest = std::max(longest, length(path[i] - path[i - 1]));
  }
  return longest;
}

std::vector<std::vector<std::uint8_t>> filesOf(const std::string& folder, std::size_t count) {
  std::vector<std::vector<std::uint8_t>> files;
  for (std::size_t i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const auto file =
        readFile(folder + "/frame_" + std::string(4 - number.size(), '0') + number + ".png");
    REQUIRE(file.has_value());
    files.push_back(*file);
  }
  return files;
}

// Holds the arm up, or down, for a second; it trembles a little meanwhile.
Clip held(ClipId id, double angle) {
  Clip clip{.id = id, .name = std::to_string(id), .duration = 1, .loop = true};
  BoneTrack track{.bone = figure::upper_arm};
  for (int i = 0; i <= 10; ++i) {
    track.angle.push_back({.time = 0.1 * i, .value = angle + (i % 2 ? 0.05 : 0)});
  }
  clip.bones = {track};
  return clip;
}

}  // namespace

TEST_CASE("a tail on springs swings, and a loop's end joins its start") {
  const Document document = layeredFigure();
  Document stiff = document;
  stiff.springs.clear();
  const Clip& clip = document.clips[0];
  const ClipFrames::Plan plan{&clip, 36, clip.duration / 36, clip.duration};
  const auto swung = tailPath(document, plan), unswung = tailPath(stiff, plan);
  double farthest = 0;
  for (std::size_t i = 0; i < swung.size(); ++i) {
    farthest = std::max(farthest, length(swung[i] - unswung[i]));
  }
  CHECK(farthest > 5);
  // The frame after the last is the first: that of the next round.
  auto longer = plan;
  longer.frames = 72;
  const auto two_rounds = tailPath(document, longer);
  for (std::size_t i = 0; i < 36; ++i) CHECK(length(two_rounds[i + 36] - two_rounds[i]) < 0.1);
  CHECK(length(swung.front() - swung.back()) < 1.2 * longestStep(swung));
}

TEST_CASE("a clip that does not loop starts from springs that hang still") {
  Document document = layeredFigure();
  for (Spring& spring : document.springs) spring.gravity = {0, -600, 0};
  Clip still{.id = 7, .name = "still", .duration = 1};
  const auto path = tailPath(document, {&still, 30, 1.0 / 30, {}});
  document.springs.clear();
  const auto rest = tailPath(document, {&still, 1, 1, {}});
  CHECK(path[0].y < rest[0].y - 2);
  CHECK(longestStep(path) < 0.05);
}

TEST_CASE("a sprung clip has the same frames whatever the number of threads") {
  const Document document = layeredFigure();
  const TemporaryFolder folder;
  std::vector<std::vector<std::vector<std::uint8_t>>> made;
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    RenderOptions options{.width = 96, .height = 120, .frame_rate = 10};
    options.pool = &pool;
    const std::string path = folder.file(std::to_string(threads));
    const auto report =
        renderClip(document, document.clips[0], path, AnimationFormat::png_sequence, options);
    REQUIRE(report.has_value());
    CHECK(report->frames == 12);
    made.push_back(filesOf(path, 12));
  }
  CHECK(made[0] == made[1]);
  CHECK(made[0] == made[2]);
}

TEST_CASE("one clip takes over from another without a jump") {
  Document document = layeredFigure();
  document.clips = {held(1, -0.4), held(2, 1.6)};
  const double rate = 60, fade = 0.5;
  const std::size_t frames = 120;
  const auto path = [&](double seconds) {
    const ClipSequence sequence{{1, 2}, seconds};
    const auto played = detail::recordSequence(document, sequence, frames, 1 / rate, {});
    REQUIRE(played.has_value());
    return pathOf(
        document, figure::arm, 40,
        [&](const DocumentRenderer& renderer, std::size_t f,
            DocumentRenderer::Workspace& workspace) {
          renderer.show(played->pose(f), played->moment(f), workspace);
        },
        frames);
  };
  const auto faded = path(fade), cut = path(0);
  const double gap = longestStep(cut);
  REQUIRE(gap > 20);
  // Each clip's own motion, and the way between them along 3 t^2 - 2 t^3, whose slope is at most
  // 1.5 (and along an arc, not its chord).
  const std::vector<Vec2> before(faded.begin(), faded.begin() + 60);
  const std::vector<Vec2> after(faded.begin() + 91, faded.end());
  const double own = longestStep(before) + longestStep(after);
  CHECK(longestStep(faded) < own + 1.3 * 1.5 * gap / (fade * rate));
  CHECK(length(faded[60] - cut[59]) < own);
  CHECK(length(faded[119] - cut[119]) < 1e-6);
}

TEST_CASE("shapes, offsets, looks and constraints fade with the clips") {
  Document document = layeredFigure();
  Layer& body =
      document.layers[std::size_t(findLayer(document, figure::body) - document.layers.data())];
  const auto vertices = std::size_t(body.mesh.V.rows());
  Clip still{.id = 1, .name = "still", .duration = 1},
      moved{.id = 2, .name = "moved", .duration = 1};
  moved.offsets = {{figure::body, {{.time = 0, .value = Offsets(vertices, Vec3{8, 0, 0})}}}};
  moved.layers = {{.layer = figure::body, .opacity = {{.time = 0, .value = 0}}}};
  document.clips = {still, moved};
  const auto renderer = openRenderer(document);
  REQUIRE(renderer.has_value());
  DocumentRenderer::Workspace workspace(*renderer);
  const auto layer = std::size_t(&body - document.layers.data());
  const Pose rest = Pose::rest(document.skeleton.size());
  for (const double share : {0.0, 0.25, 1.0}) {
    for (const bool forth : {true, false}) {
      const Clip& from = document.clips[forth ? 0 : 1];
      const Clip& to = document.clips[forth ? 1 : 0];
      renderer->show(rest.local, {&to, 0, &from, 0.5, share}, workspace);
      const double at = forth ? share : 1 - share;
      CHECK(renderer->positions(layer, workspace)[0] ==
            doctest::Approx(body.mesh.V(0, 0) + 8 * at));
      Canvas canvas(240, 300);
      renderer->draw(Camera2D::document(300), {}, workspace, canvas);
      const double alpha = canvas.toImage().pixel(120, 300 - 146)[3];
      CHECK(alpha == doctest::Approx(255 * (1 - at)).epsilon(0.01));
    }
  }
}

TEST_CASE("sequences that cannot be played say why") {
  const Document document = layeredFigure();
  const TemporaryFolder folder;
  const auto message = [&](const ClipSequence& sequence) {
    const auto made =
        renderSequence(document, sequence, folder.file("a.gif"), AnimationFormat::gif);
    return made ? std::string() : made.error().message;
  };
  CHECK(message({{}, 0.2}).find("no clip") != std::string::npos);
  CHECK(message({{9}, 0.2}).find("clip 9") != std::string::npos);
  CHECK(message({{1}, -1}).find("fade") != std::string::npos);
  CHECK(folder.entries() == 0);
}

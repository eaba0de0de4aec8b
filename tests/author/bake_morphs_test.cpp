// SPDX-License-Identifier: MIT
// What a viewer of plain glTF, written out here, makes of a baked document is what VIDE shows.
#include "vide/author/bake_morphs.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "tests/support/bent_bar.hpp"
#include "tests/support/cancel_after.hpp"
#include "tests/support/layered_figure.hpp"
#include "vide/author/detail/key_shapes.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/formats/gltf_plain.hpp"
#include "vide/rig/drawn_layers.hpp"
#include "vide/stage/clip_frames.hpp"

using namespace vide;
using namespace vide::test;

namespace {

// Reads meshes, morph targets and animations of weights, and knows nothing else.
class MorphViewer {
 public:
  explicit MorphViewer(std::span<const std::uint8_t> bytes)
      : gltf_(GltfDocument::parse(bytes).value()) {}

  const detail::Json& root() const { return gltf_.content().root; }

  // x, y, z of every vertex of the node with that name; none where there is no such node.
  std::vector<double> positions(const std::string& name, const std::string& clip,
                                double time) const {
    const int node = nodeNamed(name);
    if (node < 0) return {};
    const detail::Json& mesh =
        root()["meshes"][root()["nodes"][std::size_t(node)]["mesh"].get<std::size_t>()];
    const detail::Json& primitive = mesh["primitives"][0];
    std::vector<double> at = numbers(primitive["attributes"]["POSITION"]);
    if (!primitive.contains("targets")) return at;
    const std::vector<double> weights = weightsOf(node, mesh, clip, time);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const auto offsets = numbers(primitive["targets"][k]["POSITION"]);
      for (std::size_t i = 0; i < at.size(); ++i) at[i] += weights[k] * offsets[i];
    }
    return at;
  }

 private:
  std::vector<double> numbers(const detail::Json& accessor) const {
    return gltf_.readNumbers(accessor.get<std::size_t>()).value();
  }

  int nodeNamed(const std::string& name) const {
    for (std::size_t i = 0; i < root()["nodes"].size(); ++i) {
      if (root()["nodes"][i]["name"] == name) return int(i);
    }
    return -1;
  }

  std::vector<double> weightsOf(int node, const detail::Json& mesh, const std::string& clip,
                                double time) const {
    const std::size_t count = mesh["primitives"][0]["targets"].size();
    std::vector<double> weights = mesh["weights"].get<std::vector<double>>();
    for (const detail::Json& animation : root()["animations"]) {
      if (animation["name"] != clip) continue;
      for (const detail::Json& channel : animation["channels"]) {
        CHECK(channel["target"]["path"] == "weights");
        if (channel["target"]["node"] != node) continue;
        const detail::Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
        CHECK(sampler["interpolation"] == "LINEAR");
        const auto times = numbers(sampler["input"]), values = numbers(sampler["output"]);
        std::size_t next = 0;
        while (next < times.size() && times[next] < time) ++next;
        const std::size_t b = std::min(next, times.size() - 1), a = next == 0 ? 0 : next - 1;
        const double share =
            b == a ? 0 : std::clamp((time - times[a]) / (times[b] - times[a]), 0.0, 1.0);
        for (std::size_t k = 0; k < count; ++k) {
          weights[k] = values[a * count + k] * (1 - share) + values[b * count + k] * share;
        }
      }
    }
    return weights;
  }

  GltfDocument gltf_;
};

BakedDocument baked(const Document& document, const BakeOptions& options = {}) {
  auto made = bakeMorphs(document, options);
  if (!made) FAIL(made.error().message);
  return *std::move(made);
}

MorphViewer viewerOf(const BakedDocument& made) {
  return MorphViewer(writePlainGlb(made.document).value());
}

double farthest(const std::vector<double>& found, std::span<const float> expected) {
  REQUIRE(found.size() == expected.size());
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); i += 3) {
    worst = std::max(
        worst, std::hypot(found[i] - double(expected[i]), found[i + 1] - double(expected[i + 1])));
  }
  return worst;
}

double extentOf(const std::vector<double>& at) {
  double extent = 0;
  for (std::size_t i = 0; i < at.size(); ++i)
    extent = std::max(extent, std::abs(at[i] - at[i % 3]));
  return extent;
}

// A time as a key has it: a 32-bit float.
double keyTime(double time) { return double(float(time)); }

}  // namespace

TEST_CASE("a baked figure stands where VIDE shows it, layer by layer, in the order of the frame") {
  const Document figure = layeredFigure();
  const BakedDocument made = baked(figure);
  const MorphViewer viewer = viewerOf(made);
  const auto renderer = DocumentRenderer::create(figure, {}).value();
  DocumentRenderer::Workspace workspace(renderer);
  const auto frames = ClipFrames::create(figure, {&figure.clips[0], 36, 1.0 / 30, 1.2}, {}).value();
  const DrawnLayers drawn(figure);
  std::vector<DrawnLayer> seen;
  double worst = 0, widest_hidden = 0;
  for (std::size_t f = 0; f <= 36; ++f) {
    frames.show(f % 36, renderer, workspace);
    drawn.at(&figure.clips[0], double(f % 36) / 30, seen);
    double nearer = -1;
    std::vector<bool> is_seen(figure.layers.size(), false);
    for (const DrawnLayer& layer : seen) {
      is_seen[layer.layer] = true;
      const auto at =
          viewer.positions(figure.layers[layer.layer].name, "wave", keyTime(double(f) / 30));
      worst = std::max(worst, farthest(at, renderer.positionsInSpace(layer.layer, workspace)));
      CHECK(at[2] > nearer);
      nearer = at[2] + 0.1;  // layers lie 0.25 apart
    }
    for (std::size_t i = 0; i < figure.layers.size(); ++i) {
      if (is_seen[i]) continue;
      const auto at = viewer.positions(figure.layers[i].name, "wave", keyTime(double(f) / 30));
      if (!at.empty()) widest_hidden = std::max(widest_hidden, extentOf(at));
    }
  }
  CHECK(worst < 0.1);
  CHECK(widest_hidden < 1e-3);
}

TEST_CASE("every deformer is baked as VIDE shows it") {
  for (const Deformer deformer :
       {Deformer::linear_blend, Deformer::dual_quaternion, Deformer::arap}) {
    const Document bar = bentBar(deformer);
    const MorphViewer viewer = viewerOf(baked(bar));
    const auto renderer = DocumentRenderer::create(bar, {}).value();
    DocumentRenderer::Workspace workspace(renderer);
    for (const int f : {0, 7, 15, 22, 30}) {
      renderer.pose(bar.clips[0], f / 30.0, workspace);
      const auto at = viewer.positions("bar", "bend", keyTime(f / 30.0));
      CHECK(farthest(at, renderer.positionsInSpace(0, workspace)) < 0.1);
    }
  }
}

TEST_CASE("a baked file is plain glTF, without bones, skins and VIDE's extension") {
  const BakedDocument made = baked(layeredFigure());
  const MorphViewer viewer = viewerOf(made);
  const std::string text = viewer.root().dump();
  CHECK(text.find("VIDE_rig") == std::string::npos);
  CHECK_FALSE(viewer.root().contains("skins"));
  for (const auto& layer : made.document.layers) CHECK(layer.name != "crown");  // not worn
}

TEST_CASE("what no shape can show is left out with a warning of its own") {
  const auto warningsOf = [](const auto& change) {
    Document bar = bentBar(Deformer::linear_blend);
    change(bar);
    return baked(bar).warnings;
  };
  CHECK(warningsOf([](Document&) {}).empty());
  const auto isToldOf = [&](const std::string& what, const auto& change) {
    CAPTURE(what);
    const std::vector<std::string> warnings = warningsOf(change);
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0].find(what) == 0);
  };
  isToldOf("masks", [](Document& bar) {
    Layer mask = bar.layers[0];
    mask.id = 8;
    bar.layers.push_back(mask);
    bar.draw_order.push_back(8);
    bar.layers[0].mask = 8;
  });
  isToldOf("blend modes", [](Document& bar) { bar.layers[0].blend = BlendMode::multiply; });
  isToldOf("tints and opacities", [](Document& bar) {
    bar.clips[0].layers = {{.layer = 7, .tint = {{.time = 0, .value = {1, 0, 0}}}}};
  });
  isToldOf("tints and opacities", [](Document& bar) {
    bar.clips[0].layers = {{.layer = 7, .opacity = {{.time = 0, .value = 0.5}}}};
  });
  isToldOf("events", [](Document& bar) { bar.clips[0].events = {{.time = 0.5, .name = "creak"}}; });
}

TEST_CASE("a clip that ends between two frames is shown to its very end") {
  for (const double duration : {0.95, 0.51, 0.02}) {
    CAPTURE(duration);
    Document bar = bentBar(Deformer::dual_quaternion);
    Clip& clip = bar.clips[0];
    clip.duration = duration;
    clip.bones[0].angle.back().time = duration;
    const BakedDocument made = baked(bar);
    CHECK(made.document.clips[0].duration == duration);
    const MorphViewer viewer = viewerOf(made);
    const auto renderer = DocumentRenderer::create(bar, {}).value();
    DocumentRenderer::Workspace workspace(renderer);
    // Frames lie as close as was asked for, or closer, and the last one on the end.
    const double pieces = std::ceil(duration * 30);
    for (double f = 0; f <= pieces; ++f) {
      const double time = f == pieces ? duration : duration * f / pieces;
      renderer.pose(clip, time, workspace);
      const auto at = viewer.positions("bar", "bend", keyTime(time));
      CHECK(farthest(at, renderer.positionsInSpace(0, workspace)) < 0.1);
    }
  }
}

TEST_CASE("baking stops where it is asked to, while it plays and while it looks for shapes") {
  const Document bar = bentBar(Deformer::arap);
  const int checks =
      checksOf([&](const Progress& progress) { CHECK(bakeMorphs(bar, {}, progress).has_value()); });
  const int frames = 32;  // of the clip and at rest
  CHECK(checks > frames + 8);
  for (const int after : {0, frames / 2, frames + 2, checks - 1}) {
    CAPTURE(after);
    const auto stopped = bakeMorphs(bar, {}, cancelAfter(after));
    REQUIRE_FALSE(stopped.has_value());
    CHECK(stopped.error().code == ErrorCode::cancelled);
  }
}

TEST_CASE("a looser tolerance takes fewer shapes") {
  const Document bar = bentBar(Deformer::arap);
  const std::size_t fine = baked(bar, {.tolerance = 0.01}).shapes,
                    coarse = baked(bar, {.tolerance = 2}).shapes;
  CHECK(fine > coarse);
  CHECK(coarse > 0);
  CHECK(fine < 20);
}

TEST_CASE("frames that two shapes make are found to be two, and the rest is within the tolerance") {
  Eigen::MatrixXd shapes(30, 2), weights(2, 12);
  for (Eigen::Index i = 0; i < shapes.size(); ++i) shapes.data()[i] = std::sin(1.7 * double(i));
  for (Eigen::Index i = 0; i < weights.size(); ++i) weights.data()[i] = std::cos(2.3 * double(i));
  const Eigen::MatrixXd frames = shapes * weights;
  Eigen::MatrixXd left = frames;
  const auto found = detail::keyShapes(left, 1e-9).value();
  CHECK(found.shapes.cols() == 2);
  CHECK((found.shapes * found.weights - frames).cwiseAbs().maxCoeff() < 1e-9);
  CHECK(found.weights.cwiseAbs().maxCoeff() == doctest::Approx(1));
  Eigen::MatrixXd still = Eigen::MatrixXd::Zero(30, 12);
  CHECK(detail::keyShapes(still, 1e-9)->shapes.cols() == 0);
}

TEST_CASE("frames that have nothing in common are met all the same, vertex by vertex") {
  std::mt19937 random(7);
  for (const auto& [vertices, frames] : {std::pair{10, 40}, {40, 10}, {17, 51}, {1, 1}}) {
    for (const double tolerance : {2.0, 0.3, 1e-3, 1e-9}) {
      CAPTURE(vertices);
      CAPTURE(frames);
      CAPTURE(tolerance);
      Eigen::MatrixXd moved(3 * vertices, frames);
      for (Eigen::Index i = 0; i < moved.size(); ++i) {
        moved.data()[i] = double(random()) / double(random.max()) * 4 - 2;
      }
      Eigen::MatrixXd left = moved;
      const auto found = detail::keyShapes(left, tolerance).value();
      const Eigen::MatrixXd missed = found.shapes * found.weights - moved;
      double farthest = 0;
      for (Eigen::Index f = 0; f < missed.cols(); ++f) {
        for (Eigen::Index v = 0; v < missed.rows(); v += 3) {
          farthest = std::max(farthest, missed.col(f).segment<3>(v).norm());
        }
      }
      CHECK(farthest <= tolerance + 1e-12);
      CHECK(found.shapes.cols() <= std::min(moved.rows(), moved.cols()));
      if (tolerance < 1e-2) CHECK(found.shapes.cols() == std::min(moved.rows(), moved.cols()));
    }
  }
}

TEST_CASE("what cannot be baked is refused with what to do") {
  const Document bar = bentBar(Deformer::linear_blend);
  CHECK_FALSE(bakeMorphs(bar, {.frames_per_second = 0}));
  CHECK_FALSE(bakeMorphs(bar, {.tolerance = 0}));
  const auto large = bakeMorphs(bar, {.max_numbers = 1000});
  REQUIRE_FALSE(large);
  CHECK(large.error().code == ErrorCode::limit_exceeded);
  CHECK(large.error().message.find("fewer frames") != std::string::npos);
}

// SPDX-License-Identifier: MIT
#include "vide/author/rig_picture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "tests/support/drawn_figure.hpp"

using namespace vide;
using namespace vide::test;

namespace {

// A chain of `count` bones along the bar.
Skeleton chain(int count) {
  std::vector<Bone> bones;
  for (int i = 0; i < count; ++i) {
    Bone bone{.id = BoneId(i), .name = "bone " + std::to_string(i), .parent = i - 1};
    bone.local.translation = i == 0 ? Vec3{10, 30, 0} : Vec3{100.0 / count, 0, 0};
    bone.tail = {100.0 / count, 0, 0};
    bones.push_back(bone);
  }
  return *Skeleton::fromBones(std::move(bones));
}

PictureDocument rigged(const Skeleton& skeleton, const RigOptions& options = {}) {
  auto made = rigPicture(pictureOf(barImage()), skeleton, options);
  REQUIRE(made.has_value());
  return std::move(*made);
}

// What a bone pulls at a triangle's corners, all together.
double pull(const Layer& layer, Eigen::Index triangle, int bone) {
  double sum = 0;
  for (int corner = 0; corner < 3; ++corner) {
    const auto v = std::size_t(layer.mesh.F(triangle, corner));
    const auto bones = layer.weights.handlesOf(v);
    for (std::size_t i = 0; i < bones.size(); ++i) {
      if (bones[i] == bone) sum += layer.weights.weightsOf(v)[i];
    }
  }
  return sum;
}

int strongest(const Layer& layer, Eigen::Index triangle) {
  int best = 0;
  for (int bone = 1; bone < layer.weights.handles; ++bone) {
    if (pull(layer, triangle, bone) > pull(layer, triangle, best)) best = bone;
  }
  return best;
}

std::vector<std::array<int, 3>> sortedTriangles(const TriMesh& mesh) {
  std::vector<std::array<int, 3>> all;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    all.push_back({mesh.F(f, 0), mesh.F(f, 1), mesh.F(f, 2)});
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST_CASE("a rigged picture is a valid document whose weights are a partition") {
  for (const int bones : {1, 2, 3, 7}) {
    for (const WeightMethod method : {WeightMethod::geodesic, WeightMethod::straight}) {
      CAPTURE(bones);
      const auto made = rigged(chain(bones), {.method = method, .influences = 3});
      CHECK(validate(made.document).has_value());
      CHECK(made.warnings.empty());
      const Layer& layer = made.document.layers[0];
      CHECK(layer.attachment == Attachment::skinned);
      CHECK(layer.settings.weights == method);
      CHECK(layer.weights.vertices() == std::size_t(layer.mesh.V.rows()));
      for (std::size_t v = 0; v < layer.weights.vertices(); ++v) {
        const auto row = layer.weights.weightsOf(v);
        CHECK(row.size() >= 1);
        CHECK(row.size() <= 3);
        CHECK(std::accumulate(row.begin(), row.end(), 0.0) == doctest::Approx(1).epsilon(1e-9));
        CHECK(std::ranges::all_of(row, [](double w) { return w >= 0; }));
      }
    }
  }
}

TEST_CASE("triangles are painted in the order of the bones that pull them most") {
  for (const int bones : {1, 2, 5}) {
    CAPTURE(bones);
    const auto made = rigged(chain(bones));
    const Layer& layer = made.document.layers[0];
    std::vector<int> order;
    for (Eigen::Index f = 0; f < layer.mesh.F.rows(); ++f) order.push_back(strongest(layer, f));
    CHECK(std::ranges::is_sorted(order));
    CHECK(order.front() == 0);
    CHECK(order.back() == bones - 1);
  }
}

TEST_CASE("rigging changes the order of a mesh's triangles and nothing else") {
  const auto plain = meshPicture(pictureOf(barImage()));
  REQUIRE(plain.has_value());
  CHECK(validate(plain->document).has_value());
  const Layer& before = plain->document.layers[0];
  const auto made = rigged(barSkeleton());
  const Layer& after = made.document.layers[0];
  CHECK(before.attachment == Attachment::fixed);
  CHECK(before.mesh.V == after.mesh.V);
  CHECK(before.uv == after.uv);
  CHECK(sortedTriangles(before.mesh) == sortedTriangles(after.mesh));
}

TEST_CASE("every vertex shows the place of the picture where it lies") {
  const auto made = rigged(barSkeleton());
  const Layer& layer = made.document.layers[0];
  CHECK(made.document.canvas_width == 120);
  CHECK(made.document.canvas_height == 60);
  for (Eigen::Index v = 0; v < layer.mesh.V.rows(); ++v) {
    CHECK(layer.uv(v, 0) * 120 == doctest::Approx(layer.mesh.V(v, 0)));
    CHECK((1 - layer.uv(v, 1)) * 60 == doctest::Approx(layer.mesh.V(v, 1)));
  }
}

TEST_CASE("the two halves of a bar follow their own bones") {
  const auto made = rigged(barSkeleton());
  const Layer& layer = made.document.layers[0];
  for (std::size_t v = 0; v < layer.weights.vertices(); ++v) {
    const double x = layer.mesh.V(Eigen::Index(v), 0);
    if (std::abs(x - 60) > 5) CHECK(layer.weights.handlesOf(v)[0] == (x < 60 ? 0 : 1));
  }
}

TEST_CASE("joints may ask for a denser mesh around them") {
  const auto near_joint = [](const PictureDocument& made) {
    const auto& V = made.document.layers[0].mesh.V;
    return ((V.col(0).array() - 60).abs() < 10).count();
  };
  CHECK(near_joint(rigged(barSkeleton(), {.joints = JointDensity::denser})) >
        near_joint(rigged(barSkeleton())));
}

TEST_CASE("smoothness is kept with the layer, and a single bone's overrides it") {
  const auto soft = [](const PictureDocument& made) {
    const auto& weights = made.document.layers[0].weights;
    return std::ranges::count_if(weights.weight, [](double w) { return w > 0.05 && w < 0.95; });
  };
  const auto hard = rigged(barSkeleton(), {.smoothness = 1});
  const auto gentle = rigged(barSkeleton(), {.smoothness = 15});
  CHECK(soft(hard) < soft(gentle));
  CHECK(gentle.document.layers[0].settings.smoothness == 15);
  const auto mixed = rigged(barSkeleton(), {.smoothness = 1, .bone_smoothness = {{"right", 15.0}}});
  CHECK(mixed.document.layers[0].settings.bone_smoothness == std::vector{BoneSmoothness{9, 15}});
  CHECK(mixed.document.layers[0].weights.weight != hard.document.layers[0].weights.weight);
}

TEST_CASE("what cannot be rigged says why") {
  const Picture bar = pictureOf(barImage());
  const auto message = [&](const Picture& picture, const RigOptions& options) {
    const auto made = rigPicture(picture, barSkeleton(), options);
    return made ? std::string() : made.error().message;
  };
  CHECK(message(bar, {.bone_smoothness = {{"wing", 3.0}}}).find("wing") != std::string::npos);
  CHECK(message(bar, {.method = WeightMethod::bone_heat}).find("method") != std::string::npos);
  CHECK(message(pictureOf(Image(20, 20)), {}).starts_with("bar.png: nothing is inside"));
  std::atomic<bool> stop = true;
  const auto stopped = rigPicture(bar, barSkeleton(), {}, Progress([](double) {}, &stop));
  REQUIRE_FALSE(stopped.has_value());
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("threads change nothing") {
  ThreadPool pool(3);
  const auto alone = rigged(chain(5)), together = rigged(chain(5), {.pool = &pool});
  const Layer &a = alone.document.layers[0], &b = together.document.layers[0];
  CHECK(a.mesh.F == b.mesh.F);
  CHECK(a.weights.handle == b.weights.handle);
  CHECK(a.weights.weight == b.weights.weight);
}

TEST_CASE("a mask cuts the rest of the picture away; alpha leaves the file's own bytes") {
  const Picture plain = pictureOf(barImage());
  const auto by_alpha = meshPicture(plain);
  REQUIRE(by_alpha.has_value());
  CHECK(by_alpha->document.images[0].encoded == plain.encoded);

  Picture masked = plain;
  std::ranges::fill(masked.image.rgba, std::uint8_t{200});
  masked.mask = Image(120, 60);
  for (int y = 20; y < 40; ++y) {
    for (int x = 30; x < 80; ++x) std::fill_n(masked.mask->pixel(x, y), 4, std::uint8_t{255});
  }
  const auto by_mask = meshPicture(masked, {.encode = plainPng});
  REQUIRE(by_mask.has_value());
  const Image cut = plainPngImage(by_mask->document.images[0].encoded);
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 120; ++x) {
      const bool inside = y >= 20 && y < 40 && x >= 30 && x < 80;
      CHECK(cut.pixel(x, y)[3] == (inside ? 200 : 0));
    }
  }
}

TEST_CASE("a picture that is cut needs an encoder, whose error is told with the picture's name") {
  Picture masked = pictureOf(barImage());
  masked.mask = Image(120, 60);
  for (int x = 20; x < 80; ++x) std::fill_n(masked.mask->pixel(x, 30), 4, std::uint8_t{255});
  const auto without = meshPicture(masked);
  REQUIRE_FALSE(without.has_value());
  CHECK(without.error().code == ErrorCode::unsupported);
  CHECK(without.error().message.starts_with("bar.png: "));
  const auto full = [](const Image&) -> Result<std::vector<std::uint8_t>> {
    return fail(ErrorCode::limit_exceeded, "no room");
  };
  const auto failed = meshPicture(masked, {.encode = full});
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().message == "bar.png: no room");
}

// SPDX-License-Identifier: MIT
#include "vide/pipeline/placeholder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/limbs.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/mesh/surface_locator.hpp"
#include "vide/pipeline/detail/body_field.hpp"
#include "vide/pipeline/detail/body_proportions.hpp"
#include "vide/pipeline/detail/surface_net.hpp"
#include "vide/skeleton/segments.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

namespace {

struct NamedSkeleton {
  std::string name;
  std::vector<BoneSegment> bones;
  int bodies;  // separate skins
};

// A figure with arms and legs, a hand, a snake, a star, a helper between, bones that do not meet.
std::vector<NamedSkeleton> skeletonFamily() {
  using test::chain;
  using test::hung;
  auto figure = chain({{0, 10, 0}, {0, 12, 0}, {0, 15, 0}, {0, 17, 0}}, "trunk");
  for (const double side : {-1.0, 1.0}) {
    const std::string mark = side < 0 ? ".R" : ".L";
    figure =
        hung(figure, 1, chain({{side, 15, 0}, {side * 4, 15, 0}, {side * 7, 15, 0}}, "arm" + mark));
    figure = hung(figure, 0,
                  chain({{side, 9.5, 0}, {side, 5, 0}, {side, 0, 0}, {side, 0, 1}}, "leg" + mark));
  }
  auto hand = chain({{0, 0, 0}, {0, 3, 0}}, "palm");
  for (int f = -2; f <= 2; ++f) {
    hand = hung(hand, 0,
                chain({{0.5 * f, 3, 0}, {0.6 * f, 4.5, 0}, {0.7 * f, 5.5, 0}},
                      "finger" + std::to_string(f + 2) + "_"));
  }
  std::vector<BoneSegment> star;
  for (int i = 0; i < 6; ++i) {
    const auto [sine, cosine] = math::sinCos(math::pi * i / 3);
    star.push_back({"ray" + std::to_string(i), -1, {0, 0, 0}, {4 * cosine, 4 * sine, 0.5 * i}});
  }
  auto helped = chain({{0, 0, 0}, {3, 0, 0}, {4, 1, 0}, {8, 1, 0}}, "part");
  helped[1].deform = false;
  return {
      {"figure", figure, 1},
      {"hand", hand, 1},
      {"one bone", chain({{1, 2, 3}, {-4, 0, 2}}), 1},
      {"snake", chain({{0, 0, 0}, {3, 1, 0}, {6, -1, 0}, {9, 1, 1}, {11, 0, 3}}), 1},
      {"star", star, 1},
      {"helped", helped, 1},
      {"two", hung(chain({{0, 0, 0}, {3, 0, 0}}, "a"), -1, chain({{0, 9, 0}, {3, 9, 0}}, "b")), 2}};
}

Skeleton skeletonOf(const std::vector<BoneSegment>& bones) {
  return skeletonFromSegments(bones).value();
}

PlaceholderBody bodyOf(const Skeleton& skeleton,
                       const PlaceholderOptions& options = {.cells = 40}) {
  auto body = placeholderBody(skeleton, options);
  REQUIRE(body);
  REQUIRE(body->mesh.V.allFinite());
  REQUIRE(checkWeights(body->weights, std::size_t(body->mesh.V.rows()), WeightSigns::positive));
  return *std::move(body);
}

// Every edge has one triangle on each side, wound alike.
bool isClosed(const TriMesh& mesh) {
  std::map<std::array<int, 2>, int> seen;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    for (int k = 0; k < 3; ++k) ++seen[{mesh.F(f, k), mesh.F(f, (k + 1) % 3)}];
  }
  return std::ranges::all_of(seen, [&](const auto& entry) {
    const auto back = seen.find({entry.first[1], entry.first[0]});
    return entry.second == 1 && back != seen.end();
  });
}

double volumeOf(const TriMesh& mesh) {
  double volume = 0;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    const auto at = [&](int k) {
      const auto row = mesh.V.row(mesh.F(f, k));
      return Vec3{row(0), row(1), row(2)};
    };
    volume += dot(at(0), cross(at(1), at(2))) / 6;
  }
  return volume;
}

}  // namespace

TEST_CASE("a body is one closed skin around every skeleton whose bones meet") {
  for (const NamedSkeleton& shape : skeletonFamily()) {
    CAPTURE(shape.name);
    const Skeleton skeleton = skeletonOf(shape.bones);
    const PlaceholderBody body = bodyOf(skeleton);
    CHECK(isClosed(body.mesh));
    CHECK(volumeOf(body.mesh) > 0);
    CHECK(connectedComponents(int(body.mesh.V.rows()), body.mesh.F).count == shape.bodies);
    // Each bone lies inside: on its way from far outside to it a segment meets the skin.
    const auto skin = SurfaceLocator::build(body.mesh).value();
    for (std::size_t b = 0; b < skeleton.size(); ++b) {
      if (!skeleton[b].deform) continue;
      const Vec3 middle = (skeleton.head(b) + skeleton.tail(b)) / 2;
      CHECK(skin.blocks(middle, middle + Vec3{0.123, 0.217, 40}));
      CHECK(skin.blocks(middle, middle + Vec3{0.123, 40, 0.217}));
      CHECK(skin.blocks(middle, middle + Vec3{-40, 0.123, 0.217}));
    }
  }
}

TEST_CASE("every deforming bone moves its own flesh, and others nothing") {
  for (const NamedSkeleton& shape : skeletonFamily()) {
    CAPTURE(shape.name);
    const Skeleton skeleton = skeletonOf(shape.bones);
    const PlaceholderBody body = bodyOf(skeleton);
    const Eigen::MatrixXd W = toMatrix(body.weights);
    for (std::size_t b = 0; b < skeleton.size(); ++b) {
      const double most = W.col(Eigen::Index(b)).maxCoeff();
      if (skeleton[b].deform) CHECK(most > 0.6);
      if (!skeleton[b].deform) CHECK(most == 0);
    }
  }
}

TEST_CASE("only neighbours in the skeleton share a vertex") {
  const Skeleton skeleton = skeletonOf(skeletonFamily()[0].bones);
  const PlaceholderBody body = bodyOf(skeleton);
  for (std::size_t v = 0; v < body.weights.vertices(); ++v) {
    const auto handles = body.weights.handlesOf(v);
    // The strongest, or one of the others, is next to all of them.
    CHECK(std::ranges::any_of(handles, [&](int middle) {
      return std::ranges::all_of(handles, [&](int other) {
        return other == middle || skeleton[std::size_t(other)].parent == middle ||
               skeleton[std::size_t(middle)].parent == other;
      });
    }));
  }
}

TEST_CASE("a symmetric skeleton has a symmetric body") {
  const PlaceholderBody body = bodyOf(skeletonOf(skeletonFamily()[0].bones));
  const auto skin = SurfaceLocator::build(body.mesh).value();
  double worst = 0;
  for (Eigen::Index v = 0; v < body.mesh.V.rows(); ++v) {
    const Vec3 image{-body.mesh.V(v, 0), body.mesh.V(v, 1), body.mesh.V(v, 2)};
    worst = std::max(worst, skin.nearest(image).distance);
  }
  CHECK(worst < 0.02);  // quads are cut along either diagonal
}

TEST_CASE("size, fineness and thickness do what they say") {
  const auto bones = skeletonFamily()[0].bones;
  const PlaceholderBody body = bodyOf(skeletonOf(bones));
  for (const double scale : {1.0 / 1024, 1024.0}) {
    auto scaled = bones;
    for (BoneSegment& bone : scaled) {
      bone.head = bone.head * scale;
      bone.tail = bone.tail * scale;
    }
    const PlaceholderBody same = bodyOf(skeletonOf(scaled));
    CHECK(same.mesh.F == body.mesh.F);
    CHECK((same.mesh.V / scale - body.mesh.V).cwiseAbs().maxCoeff() < 1e-9);
  }
  const PlaceholderBody finer = bodyOf(skeletonOf(bones), {.cells = 60});
  CHECK(finer.mesh.V.rows() > body.mesh.V.rows() * 3 / 2);
  CHECK(volumeOf(finer.mesh) == doctest::Approx(volumeOf(body.mesh)).epsilon(0.1));
  CHECK(volumeOf(bodyOf(skeletonOf(bones), {.thickness = 1.5, .cells = 40}).mesh) >
        1.5 * volumeOf(body.mesh));
}

TEST_CASE("a bone without length is a ball") {
  std::vector<Bone> bones(2);
  bones[0].name = "root";
  bones[1] = bones[0];
  bones[1].id = 1;
  bones[1].name = "tip";
  bones[1].parent = 0;
  bones[1].local.translation = {0, 5, 0};
  const PlaceholderBody pair = bodyOf(Skeleton::fromBones(bones).value());
  CHECK(isClosed(pair.mesh));
  CHECK(connectedComponents(int(pair.mesh.V.rows()), pair.mesh.F).count == 1);  // linked
  CHECK(pair.mesh.V.col(1).maxCoeff() > 5);
  bones.pop_back();
  const PlaceholderBody alone = bodyOf(Skeleton::fromBones(bones).value());
  CHECK(isClosed(alone.mesh));
  CHECK(volumeOf(alone.mesh) > 0);
}

TEST_CASE("the end of a spine between arms is a head, whatever its name") {
  // Widths of the body across, at that height.
  const auto width = [](const PlaceholderBody& body, double height) {
    double widest = 0;
    for (Eigen::Index v = 0; v < body.mesh.V.rows(); ++v) {
      if (std::abs(body.mesh.V(v, 1) - height) < 0.3) {
        widest = std::max(widest, std::abs(body.mesh.V(v, 0)));
      }
    }
    return widest;
  };
  auto bones = skeletonFamily()[0].bones;
  const PlaceholderBody unnamed = bodyOf(skeletonOf(bones), {.cells = 64});
  CHECK(width(unnamed, 16.4) > 0.5);
  bones[2].name = "Head";
  const PlaceholderBody named = bodyOf(skeletonOf(bones), {.cells = 64});
  CHECK(named.mesh.V == unnamed.mesh.V);
  bones[2].name = "trunk2";
  bones[0].name = "Headless";  // a head cannot carry a body
  CHECK(bodyOf(skeletonOf(bones), {.cells = 64}).mesh.V == unnamed.mesh.V);
}

TEST_CASE("the field of a body has no steps, and is in a small ball what it is in a large") {
  std::uint32_t random = 3;
  const auto next = [&] {
    random = random * 1664525 + 1013904223;
    return double(random >> 8) / (1 << 24) - 0.5;
  };
  for (const NamedSkeleton& shape : skeletonFamily()) {
    CAPTURE(shape.name);
    const Skeleton skeleton = skeletonOf(shape.bones);
    const detail::BodyField field(detail::fleshesOf(skeleton, 1, 0.05));
    std::vector<int> all(field.fleshes().size());
    std::iota(all.begin(), all.end(), 0);
    const detail::LocalField whole = field.inBall(all, {}, 1e3);
    for (int round = 0; round < 60; ++round) {
      const detail::Flesh& flesh = field.fleshes()[std::size_t(round) % all.size()];
      const Vec3 p = flesh.capsules[0].from + Vec3{next(), next(), next()} * 4 * flesh.radius;
      const Vec3 way = Vec3{next(), next(), next()} * 0.01;
      CHECK(std::abs(whole.at(p + way) - whole.at(p)) < 6 * length(way));
      const detail::LocalField local = field.inBall(all, p, 0.1);
      if (std::abs(whole.at(p)) < 0.1) CHECK(local.at(p) == doctest::Approx(whole.at(p)));
      if (whole.at(p) < 0.1) CHECK(!local.empty());
    }
  }
}

TEST_CASE("the number of threads changes no bit of a body, and the work can be stopped") {
  const Skeleton skeleton = skeletonOf(skeletonFamily()[1].bones);
  ThreadPool pool(3);
  const PlaceholderBody one = bodyOf(skeleton);
  const PlaceholderBody many = bodyOf(skeleton, {.cells = 40, .pool = &pool});
  CHECK(one.mesh.V == many.mesh.V);
  CHECK(one.mesh.F == many.mesh.F);
  CHECK(one.weights.weight == many.weights.weight);
  const std::atomic<bool> stop = true;
  const auto stopped = placeholderBody(skeleton, {.cells = 40}, Progress({}, &stop));
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("surface nets close around any lattice of inside and outside") {
  std::uint32_t random = 1;
  for (int round = 0; round < 40; ++round) {
    detail::FieldLattice field;
    field.corners = {7, 6, 8};
    field.value.assign(7 * 6 * 8, 1.0);
    for (int z = 1; z < 7; ++z) {
      for (int y = 1; y < 5; ++y) {
        for (int x = 1; x < 6; ++x) {
          random = random * 1664525 + 1013904223;
          if (random >> 28 < unsigned(round % 16)) field.value[field.index(x, y, z)] = -0.7;
        }
      }
    }
    const TriMesh net = detail::surfaceNet(field);
    CHECK(isClosed(net));
    CHECK((net.F.rows() > 0) == (std::ranges::count(field.value, -0.7) > 0));
  }
}

TEST_CASE("placeholders refuse what makes no sense") {
  const auto bones = test::chain({{0, 0, 0}, {1, 0, 0}});
  CHECK(!placeholderBody(Skeleton()));
  CHECK(!placeholderBody(skeletonOf(bones), {.thickness = 0}));
  CHECK(!placeholderBody(skeletonOf(bones), {.thickness = NAN}));
  CHECK(!placeholderBody(skeletonOf(bones), {.cells = 2}));
  CHECK(!placeholderBody(skeletonOf(bones), {.influences = 0}));
  CHECK(!placeholderBody(skeletonOf(test::chain({{0, 0, 0}, {1e140, 0, 0}}))));
  auto helpers = bones;
  helpers[0].deform = false;
  CHECK(!placeholderBody(skeletonOf(helpers)));
}

// SPDX-License-Identifier: MIT
#include "vide/deform/detail/skinning_kernels.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace vide;
using namespace vide::detail;

namespace {

struct Shape {
  std::vector<std::uint16_t> handles;
  std::vector<float> weights, positions, normals;
};

// Any vertices, with more handles than a byte counts so that every bit of one is used.
constexpr std::size_t handle_count = 1500;

Shape makeShape(std::size_t vertices, std::size_t influences) {
  std::mt19937 draw(7);
  const auto number = [&] { return float(draw() % 2001) / 1000 - 1; };
  Shape shape;
  for (std::size_t v = 0; v < vertices; ++v) {
    for (std::size_t k = 0; k < influences; ++k) {
      shape.handles.push_back(std::uint16_t(draw() % handle_count));
      shape.weights.push_back((k == 0 ? 1.0f : 0.3f) + number() / 10);
    }
    for (int d = 0; d < 3; ++d) shape.positions.push_back(10 * number());
    for (int d = 0; d < 3; ++d) shape.normals.push_back(v % 5 ? number() : 0);
  }
  return shape;
}

std::vector<Affine3> motions() {
  std::mt19937 draw(9);
  const auto number = [&] { return double(draw() % 2001) / 1000 - 1; };
  std::vector<Affine3> all;
  for (std::size_t h = 0; h < handle_count; ++h) {
    all.push_back({toMatrix(rotationAbout({number(), number(), number()}, 6 * number())),
                   {number(), number(), number()}});
  }
  return all;
}

struct Moved {
  std::vector<float> positions, normals;
  bool operator==(const Moved&) const = default;
};

// Everything once more with a word before and after, so that nothing is aligned and strays show.
Moved run(const auto& kernel, const auto& transforms, const Shape& shape, std::size_t influences,
          bool with_normals) {
  Moved out{std::vector<float>(shape.positions.size() + 2, 777),
            std::vector<float>(shape.normals.size() + 2, 777)};
  SkinningBuffers buffers{shape.positions.size() / 3, int(influences),
                          shape.handles.data(),       shape.weights.data(),
                          shape.positions.data(),     with_normals ? shape.normals.data() : nullptr,
                          out.positions.data() + 1,   out.normals.data() + 1};
  kernel(transforms.data(), buffers);
  CHECK(out.positions.front() == 777);
  CHECK(out.positions.back() == 777);
  CHECK(out.normals.front() == 777);
  CHECK(out.normals.back() == 777);
  return out;
}

}  // namespace

TEST_CASE("every kernel of this machine gives the bits of the scalar one") {
  std::vector<SkinMatrix> matrices;
  std::vector<SkinDualQuaternion> dual_quaternions;
  for (const Affine3& motion : motions()) {
    matrices.push_back(toSkinMatrix(motion));
    dual_quaternions.push_back(toSkinDualQuaternion(toStretchedMotion(motion).motion));
  }
  const auto all = skinningKernels();
  const SkinningKernels& scalar = all.back();
  for (const std::size_t influences : {1, 2, 3, 4, 5, 8}) {
    for (const std::size_t vertices : {0, 1, 3, 4, 5, 9, 16, 17, 18, 19, 35, 130}) {
      const Shape shape = makeShape(vertices, influences);
      for (const bool with_normals : {false, true}) {
        const Moved blended = run(scalar.blendMatrices, matrices, shape, influences, with_normals);
        const Moved rigid =
            run(scalar.blendDualQuaternions, dual_quaternions, shape, influences, with_normals);
        for (const SkinningKernels& kernels : all) {
          CAPTURE(kernels.name);
          CHECK(run(kernels.blendMatrices, matrices, shape, influences, with_normals) == blended);
          CHECK(run(kernels.blendDualQuaternions, dual_quaternions, shape, influences,
                    with_normals) == rigid);
        }
      }
    }
  }
}

TEST_CASE("every kernel may write over what it reads") {
  std::vector<SkinMatrix> matrices;
  for (const Affine3& motion : motions()) matrices.push_back(toSkinMatrix(motion));
  for (const SkinningKernels& kernels : skinningKernels()) {
    Shape shape = makeShape(100, 4);
    const Moved apart = run(kernels.blendMatrices, matrices, shape, 4, true);
    kernels.blendMatrices(matrices.data(), {100, 4, shape.handles.data(), shape.weights.data(),
                                            shape.positions.data(), shape.normals.data(),
                                            shape.positions.data(), shape.normals.data()});
    CHECK(std::equal(shape.positions.begin(), shape.positions.end(), apart.positions.begin() + 1));
    CHECK(std::equal(shape.normals.begin(), shape.normals.end(), apart.normals.begin() + 1));
  }
}

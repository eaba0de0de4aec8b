// SPDX-License-Identifier: MIT
// Uses an installed VIDE from end to end: a disc becomes a mesh, a bone bends it; a bone is drawn
// in an empty document.
#include <cmath>
#include <cstdio>
#include <vide/deform/skinning.hpp>
#include <vide/io/image_file.hpp>
#include <vide/skeleton/pose.hpp>
#include <vide/skeleton/segments.hpp>
#include <vide/studio/studio.hpp>
#include <vide/vectorize/image_mesh.hpp>
#include <vide/weights/geodesic.hpp>

int main() {
  vide::Coverage disc{.width = 64, .height = 64, .value = std::vector<std::uint8_t>(64 * 64)};
  for (int row = 0; row < 64; ++row) {
    for (int column = 0; column < 64; ++column) {
      disc.value[std::size_t(row * 64 + column)] =
          std::hypot(column - 31.5, row - 31.5) < 30 ? 255 : 0;
    }
  }
  const std::vector<vide::BoneSegment> bones = {
      {.name = "lower", .parent = -1, .head = {32, 4, 0}, .tail = {32, 32, 0}},
      {.name = "upper", .parent = 0, .head = {32, 32, 0}, .tail = {32, 60, 0}}};
  const auto skeleton = vide::skeletonFromSegments(bones);
  const auto mesh = vide::meshFromCoverage(disc);
  if (!skeleton || !mesh) return 1;
  const auto weights = vide::geodesicWeights(disc, mesh->mesh.V, mesh->part, *skeleton);
  if (!weights) return 1;
  vide::Pose pose = vide::Pose::rest(2);
  pose.local[1].rotation = vide::rotationInPlane(0.5);
  std::vector<vide::Affine3> transforms(2);
  vide::modelTransforms(*skeleton, pose.local, transforms);
  vide::skinningTransforms(*skeleton, transforms, transforms);
  const Eigen::MatrixXd moved = vide::skin(mesh->mesh.V, weights->weights, transforms);
  const auto png = vide::encodePng(vide::Image(2, 2));
  std::printf("%d vertices moved by up to %.1f pixels; a PNG has %zu bytes\n", int(moved.rows()),
              (moved - mesh->mesh.V).cwiseAbs().maxCoeff(), png ? png->size() : 0);
  vide::Studio studio;
  const auto drawn = studio.call("add_bone", R"({"parent": null, "head": [0, 0], "tail": [0, 9]})");
  return png && drawn ? 0 : 1;
}

// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/limbs.hpp"
#include "vide/weights/solid_bounded_biharmonic.hpp"
#include "vide/weights/solid_diffusion.hpp"
#include "vide/weights/solid_geodesic.hpp"
#include "vide/weights/solid_heat.hpp"

// The methods that weigh a solid, to be asked the same questions.
namespace vide::test {

struct SolidMethod {
  std::string name;
  int cells;  // about as many as the method can do in the time of a test
  using Weigh = Result<WeightsResult>(const TriMesh&, const Skeleton&, const SolidOptions&,
                                      int influences, const Progress&);
  std::function<Weigh> run;

  Result<WeightsResult> weigh(const TriMesh& mesh, const Skeleton& skeleton, int most_cells,
                              int influences, const Progress& progress,
                              std::size_t max_bytes = SolidOptions().max_bytes) const {
    return run(mesh, skeleton, {.cells = most_cells, .max_bytes = max_bytes}, influences, progress);
  }
};

inline SolidMethod solidHeatMethod() {
  return {"heat", 3000,
          [](const TriMesh& mesh, const Skeleton& skeleton, const SolidOptions& solid,
             int influences, const Progress& progress) {
            return solidHeatWeights(mesh, skeleton, {.influences = influences, .solid = solid},
                                    progress);
          }};
}

inline std::vector<SolidMethod> solidMethods() {
  const auto geodesic = [](const TriMesh& mesh, const Skeleton& skeleton, const SolidOptions& solid,
                           int influences, const Progress& progress) {
    return solidGeodesicWeights(mesh, skeleton, {.influences = influences, .solid = solid},
                                progress);
  };
  const auto diffusion = [](const TriMesh& mesh, const Skeleton& skeleton,
                            const SolidOptions& solid, int influences, const Progress& progress) {
    return solidDiffusionWeights(mesh, skeleton, {.influences = influences, .solid = solid},
                                 progress);
  };
  const auto biharmonic = [](const TriMesh& mesh, const Skeleton& skeleton,
                             const SolidOptions& solid, int influences,
                             const Progress& progress) -> Result<WeightsResult> {
    auto result = solidBoundedBiharmonicWeights(
        mesh, skeleton, {.minimizer = {.influences = influences}, .solid = solid}, progress);
    if (!result) return std::unexpected(result.error());
    return WeightsResult{std::move(result->weights), std::move(result->warnings)};
  };
  return {{"geodesic", 3000, geodesic},
          {"diffusion", 3000, diffusion},
          {"bounded biharmonic", 1200, biharmonic}};
}

inline TriMesh box(Vec3 low, Vec3 high) {
  TriMesh mesh{Eigen::MatrixXd(8, 3), Eigen::MatrixX3i(12, 3)};
  for (int corner = 0; corner < 8; ++corner) {
    mesh.V.row(corner) << (corner & 1 ? high.x : low.x), (corner & 2 ? high.y : low.y),
        (corner & 4 ? high.z : low.z);
  }
  mesh.F << 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3,
      1, 4, 5, 7, 4, 7, 6;
  return mesh;
}

// Two arms that stand on a foot, `gap` between them; each box a shell of its own.
inline TriMesh uShape(double gap) {
  const double in = gap / 2, out = in + 3;
  return together(together(box({-out, 0, 0}, {-in, 20, 3}), box({in, 0, 0}, {out, 20, 3})),
                  box({-out, -4, 0}, {out, 0.5, 3}));
}

inline Skeleton uBones(double gap) {
  const double middle = gap / 2 + 1.5;
  return skeletonFromSegments(
             std::vector<BoneSegment>{{"left", -1, {-middle, -2, 1.5}, {-middle, 19, 1.5}},
                                      {"right", -1, {middle, -2, 1.5}, {middle, 19, 1.5}}})
      .value();
}

}  // namespace vide::test

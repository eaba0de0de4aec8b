// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/vec.hpp"
#include "vide/image/coverage.hpp"
#include "vide/skeleton/skeleton.hpp"
#include "vide/weights/weights_result.hpp"

namespace vide {

class GeodesicDistances;
class ThreadPool;

// Weights from the distance one has to walk inside the shape, from bone to vertex: they never bleed
// across the gap between two legs, and they need no mesh of good quality. The default for pictures.
//
// A vertex gets exp(-d_b / s_b) from each bone b that can reach it, normalised over the
// `influences` largest; s is the smoothness: small values make hard joints (elbows), large ones
// soft ones (backs, hair, cloth).
//
// Euclidean distances follow the soft outline to a fraction of a pixel at each corner they bend
// around. Not guaranteed: that weights stay within 0.02 when the picture turns where a path bends
// many times and the smoothness is only a few pixels.
//
// Follows the idea of geodesic voxel binding (Dionne and de Lasa, "Geodesic Voxel Binding for
// Production Character Meshes", 2013) with exact distances in the plane.

// How a step inside the mask is measured.
enum class GeodesicMetric {
  manhattan,  // between pixel centres, 4 neighbours, a step costs 1
  octile,     // 8 neighbours, 1 and sqrt(2); a diagonal step needs one of its two corner pixels
  euclidean,  // the straight distance, bent only around the outline's corners; the same when turned
};

struct GeodesicOptions {
  GeodesicMetric metric = GeodesicMetric::euclidean;
  // The distance in pixels over which a bone's pull falls by e. 0 means defaultSmoothness(mask).
  double smoothness = 0;
  // One per bone, in pixels, 0 where `smoothness` holds; or empty.
  std::vector<double> bone_smoothness;
  int influences = 4;  // most bones a vertex may have, >= 1
  // The mesh that V belongs to, or null. With it, a vertex outside the mask in the narrow gap
  // between two limbs knows for certain which of them it belongs to; without, the nearer one.
  const Eigen::MatrixX3i* triangles = nullptr;
  // Distances in the same mask, metric, V, part and triangles, for another skeleton, or null: bones
  // that lie where one lay before take its distances over. The result is the same, only sooner.
  const GeodesicDistances* known = nullptr;
  ThreadPool* pool = nullptr;  // null: on the calling thread. The result is the same
};

// 7 % of the root mean square distance of the inside pixels from their centroid (2 % of the
// diagonal of a filled rectangle): on a character 500 pixels tall an elbow then bends over about
// the width of the arm. It does not change when the picture turns. At least 0.5.
double defaultSmoothness(const Coverage& mask);

// Distances from every bone to every vertex, found once; smoothness is free to change afterwards.
class GeodesicDistances {
 public:
  // mask: the shape before any margin was added. V: n x 2, document units (pixel (c, r) has its
  // centre at (c + 0.5, height - r - 0.5)). part: n numbers, equal for vertices of one island of
  // the mesh, or empty. Of `options` the metric, the triangles, the known and the pool matter.
  // A vertex outside the mask reads the nearest inside place of its own part. A bone's stretches
  // outside act from the nearest inside places, that distance added; a part without a bone follows
  // the bone that is nearest straight through the gap. Warnings name bones outside the shape,
  // bones that stand across the plane (one without any length is a pin), parts without a bone.
  // Errors: no inside pixel, arrays that do not fit one another, no deforming bone, numbers that
  // are not finite, cancelled.
  static Result<GeodesicDistances> compute(const Coverage& mask, const Eigen::MatrixXd& V,
                                           std::span<const int> part, const Skeleton& skeleton,
                                           const GeodesicOptions& options = {},
                                           const Progress& progress = {});

  // Of `options` smoothness, bone_smoothness and influences matter. Errors: values out of range.
  Result<WeightsResult> weights(const GeodesicOptions& options = {}) const;

  std::size_t vertices() const { return vertices_; }
  std::size_t bones() const { return bones_; }
  // In pixels; infinity where the bone does not reach the vertex or does not deform.
  double distance(std::size_t vertex, std::size_t bone) const {
    return distance_[bone * vertices_ + vertex];
  }

 private:
  // Where a bone lies, and what there is to say about that.
  struct BonePlace {
    Vec2 head, tail;
    bool deforms = false;
    std::string warning;  // goes on behind the bone's name; or empty
  };
  bool takeOver(const GeodesicDistances* known, std::size_t bone);

  std::size_t vertices_ = 0;
  std::size_t bones_ = 0;
  std::vector<BonePlace> place_;  // of each bone
  double default_smoothness_ = 1;
  std::vector<double> distance_;  // bone-major
  std::vector<int> fallback_;     // per vertex: the bone it follows where none reaches it, or -1
  std::vector<std::string> warnings_;
};

// The one-off form: GeodesicDistances::compute and then weights().
Result<WeightsResult> geodesicWeights(const Coverage& mask, const Eigen::MatrixXd& V,
                                      std::span<const int> part, const Skeleton& skeleton,
                                      const GeodesicOptions& options = {},
                                      const Progress& progress = {});

}  // namespace vide

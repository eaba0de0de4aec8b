// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/body_size.hpp"

#include <algorithm>
#include <limits>

#include "vide/core/text.hpp"
#include "vide/pipeline/detail/body_proportions.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t most_bones = 10'000;
// Coordinates beyond this cannot be squared and summed.
constexpr double largest_extent = 1e100;
// A capsule of this radius, in cells, holds a corner of the lattice wherever it lies.
constexpr double least_radius = 0.9;

template <class... Pieces>
std::unexpected<Error> wrong(const Pieces&... pieces) {
  return fail(ErrorCode::invalid_argument, text("placeholder: ", pieces...));
}

struct Extent {
  Vec3 low, high;

  Vec3 middle() const { return (low + high) / 2; }
  double longest() const {
    const Vec3 size = high - low;
    return std::max({size.x, size.y, size.z});
  }
  void include(Vec3 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
};

Extent emptyExtent() {
  const double infinity = std::numeric_limits<double>::infinity();
  return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}

Extent extentOf(const Skeleton& skeleton) {
  Extent extent = emptyExtent();
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    if (!skeleton[b].deform) continue;
    extent.include(skeleton.head(b));
    extent.include(skeleton.tail(b));
  }
  return extent;
}

}  // namespace

Result<void> checkBody(const Skeleton& skeleton, const PlaceholderOptions& options) {
  std::size_t deforming = 0;
  for (std::size_t b = 0; b < skeleton.size(); ++b) {
    deforming += skeleton[b].deform;
    const double far = std::max(length(skeleton.head(b)), length(skeleton.tail(b)));
    if (far < largest_extent) continue;
    return wrong("bone \"", skeleton[b].name, "\" is not at a finite place");
  }
  if (deforming == 0) return wrong("no bone deforms, so there is nothing to put flesh on");
  if (deforming > most_bones) {
    return fail(ErrorCode::limit_exceeded,
                text("placeholder: ", deforming, " deforming bones; at most ", most_bones));
  }
  if (!(options.thickness >= 0.1 && options.thickness <= 10)) {
    return wrong("the thickness is ", options.thickness, "; use 0.1 .. 10");
  }
  if (options.cells < 8 || options.cells > 512) {
    return wrong(options.cells, " cells; use 8 .. 512");
  }
  if (options.influences < 1) return wrong("influences is ", options.influences, "; use >= 1");
  return {};
}

BodySize bodySize(const Skeleton& skeleton, int cells) {
  const Extent extent = extentOf(skeleton);
  const double size = extent.longest() > 0 ? extent.longest() : 1;
  return {extent.middle(), size / cells};
}

std::vector<Flesh> bodyFleshes(const Skeleton& skeleton, const PlaceholderOptions& options) {
  return fleshesOf(skeleton, options.thickness,
                   least_radius * bodySize(skeleton, options.cells).cell);
}

}  // namespace vide::detail

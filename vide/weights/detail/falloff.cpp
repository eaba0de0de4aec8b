// SPDX-License-Identifier: MIT
#include "vide/weights/detail/falloff.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vide/core/math.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {

Result<std::vector<double>> resolveSmoothness(double smoothness, double fallback,
                                              std::span<const double> per_bone, std::size_t bones) {
  if (!per_bone.empty() && per_bone.size() != bones) {
    return fail(ErrorCode::invalid_argument,
                text("bone smoothness: ", per_bone.size(), " values for ", bones,
                     " bones; give one per bone or none"));
  }
  std::vector<double> resolved(bones, smoothness == 0 ? fallback : smoothness);
  for (std::size_t b = 0; b < per_bone.size(); ++b) {
    if (per_bone[b] != 0) resolved[b] = per_bone[b];
  }
  for (double s : resolved) {
    if (!std::isfinite(s) || s <= 0) {
      return fail(ErrorCode::invalid_argument,
                  text("smoothness: ", s,
                       " is not a length; use a number above 0, or 0 for the "
                       "default"));
    }
  }
  return resolved;
}

void falloffRow(std::span<const double> distance, std::span<const double> smoothness,
                int influences, std::vector<Influence>& row) {
  constexpr double most = std::numeric_limits<double>::max();
  row.clear();
  for (std::size_t b = 0; b < distance.size(); ++b) {
    // Infinities would have no difference.
    if (std::isfinite(distance[b])) {
      row.push_back({int(b), std::min(distance[b] / smoothness[b], most)});
    }
  }
  const std::size_t kept = std::min(row.size(), std::size_t(influences));
  std::partial_sort(row.begin(), row.begin() + kept, row.end(),
                    [](const Influence& a, const Influence& b) {
                      return a.weight != b.weight ? a.weight < b.weight : a.handle < b.handle;
                    });
  row.resize(kept);
  if (row.empty()) return;
  const double nearest = row.front().weight;
  double sum = 0;
  for (Influence& entry : row) sum += entry.weight = math::exp(nearest - entry.weight);
  for (Influence& entry : row) entry.weight /= sum;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/deform/detail/skinning_checks.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

auto wrong(auto... pieces) {
  return fail(ErrorCode::invalid_argument, text("skinning: ", pieces...));
}

Result<void> checkSizes(const SkinningSpans& job) {
  if (job.influences < 1) return wrong("influences is ", job.influences, " but must be positive");
  if (job.positions.size() % 3 != 0) {
    return wrong(job.positions.size(), " position floats are not a multiple of 3");
  }
  const std::size_t places = job.positions.size() / 3 * std::size_t(job.influences);
  if (job.handles.size() != places || job.weights.size() != places) {
    return wrong(job.handles.size(), " handles and ", job.weights.size(), " weights where ", places,
                 " are needed");
  }
  if (job.out_positions != job.positions.size() || job.out_normals != job.normals.size() ||
      (!job.normals.empty() && job.normals.size() != job.positions.size())) {
    return wrong("positions, normals and outputs differ in length");
  }
  return {};
}

Result<void> checkSums(std::span<const float> weights, std::size_t influences) {
  for (std::size_t first = 0; first < weights.size(); first += influences) {
    double sum = 0;
    for (const float weight : weights.subspan(first, influences)) sum += double(weight);
    if (!(std::abs(sum - 1) <= 1e-3)) {  // also when a weight is not finite
      return wrong("vertex ", first / influences, " has weights that sum to ", sum,
                   " instead of 1");
    }
  }
  return {};
}

}  // namespace

Result<void> checkSkinning(std::size_t transforms, const SkinningSpans& job) {
  if (auto checked = checkSizes(job); !checked) return checked;
  const auto missing =
      std::ranges::find_if(job.handles, [&](std::uint16_t handle) { return handle >= transforms; });
  if (missing != job.handles.end()) {
    return wrong("vertex ",
                 std::size_t(missing - job.handles.begin()) / std::size_t(job.influences),
                 " names handle ", *missing, " of ", transforms);
  }
  return checkSums(job.weights, std::size_t(job.influences));
}

}  // namespace vide::detail

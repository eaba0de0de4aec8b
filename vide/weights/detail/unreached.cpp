// SPDX-License-Identifier: MIT
#include "vide/weights/detail/unreached.hpp"

#include <algorithm>
#include <limits>

#include "vide/core/text.hpp"
#include "vide/weights/detail/bones.hpp"

namespace vide::detail {
namespace {

constexpr std::size_t most_named = 10;

struct Part {
  int bone = -1;  // the nearest, once a vertex without a bone was found
  double distance = std::numeric_limits<double>::infinity();
  int left = 0, right = 0, bottom = 0, top = 0;
  long pixels = 0;
};

void considerVertex(Part& part, std::span<const double> distance) {
  const auto nearest = std::min_element(distance.begin(), distance.end());
  if (part.bone >= 0 && *nearest >= part.distance) return;
  part.bone = int(nearest - distance.begin());
  part.distance = *nearest;
}

void measure(const MaskRuns& runs, std::vector<Part>& parts) {
  for (const Run& run : runs.runs()) {
    Part& part = parts[run.part];
    if (part.pixels == 0)
      part = {part.bone, part.distance, run.begin, run.end, run.row, run.row + 1};
    part.left = std::min(part.left, run.begin);
    part.right = std::max(part.right, run.end);
    part.top = run.row + 1;
    part.pixels += run.end - run.begin;
  }
}

std::string warningFor(const Part& part, const Skeleton& skeleton) {
  return text("the part of ", part.right - part.left, " x ", part.top - part.bottom, " px around (",
              0.5 * (part.left + part.right), ", ", 0.5 * (part.bottom + part.top),
              ") holds no bone; it follows the nearest, \"", skeleton[part.bone].name, "\"");
}

std::vector<std::string> warningsFor(const MaskRuns& runs, std::vector<Part> parts,
                                     const Skeleton& skeleton) {
  measure(runs, parts);
  std::erase_if(parts, [](const Part& part) { return part.bone < 0; });
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Part& a, const Part& b) { return a.pixels > b.pixels; });
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < std::min(parts.size(), most_named); ++i) {
    warnings.push_back(warningFor(parts[i], skeleton));
  }
  if (parts.size() > most_named) {
    warnings.push_back(text(parts.size() - most_named,
                            " smaller parts hold no bone either; each follows its nearest"));
  }
  return warnings;
}

}  // namespace

Unreached followNearestBones(const MaskRuns& runs, const Eigen::MatrixXd& V,
                             std::span<const Place> places, std::span<const char> reached,
                             const Skeleton& skeleton) {
  Unreached result;
  result.bone.assign(places.size(), -1);
  std::vector<Part> parts(runs.parts());
  std::vector<double> distance(skeleton.size());
  bool any = false;
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (reached[v]) continue;
    any = true;
    straightDistances({V(v, 0), V(v, 1), 0}, skeleton, distance);
    considerVertex(parts[runs.run(places[v].run).part], distance);
  }
  if (!any) return result;
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (!reached[v]) result.bone[v] = parts[runs.run(places[v].run).part].bone;
  }
  result.warnings = warningsFor(runs, std::move(parts), skeleton);
  return result;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/weights/paint_weights.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "vide/core/segment.hpp"
#include "vide/core/text.hpp"

namespace vide {
namespace {

Result<void> check(const VertexWeights& weights, std::span<const double> amount,
                   const PaintOptions& options) {
  if (auto usable = checkWeights(weights, amount.size()); !usable) return usable;
  const auto wrong = [](const std::string& what) {
    return fail(ErrorCode::invalid_argument, what);
  };
  if (options.handle < 0 || options.handle >= weights.handles) {
    return wrong(text("there is no handle ", options.handle, " among ", weights.handles));
  }
  if (!(options.strength >= 0 && options.strength <= 1)) {
    return wrong(text("the strength is ", options.strength, "; give 0..1"));
  }
  if (options.influences < 1) return wrong("influences must be 1 or more");
  const auto in_range = [](double value) { return value >= 0 && value <= 1; };
  if (std::ranges::all_of(amount, in_range)) return {};
  return wrong("an amount of the brush is not 0..1");
}

double painted(double weight, double amount, const PaintOptions& options) {
  const double much = amount * options.strength;
  if (options.mode == PaintMode::add) return std::min(weight + much, 1.0);
  if (options.mode == PaintMode::subtract) return std::max(weight - much, 0.0);
  return weight + (options.strength - weight) * amount;
}

// The handle's weight becomes `wanted`, as far as there are others that can make up for it.
void setWeight(std::vector<Influence>& row, int handle, double wanted, int influences) {
  std::erase_if(row, [&](const Influence& entry) { return entry.handle == handle; });
  std::ranges::sort(row, std::ranges::greater(), &Influence::weight);
  const bool is_kept = wanted > 0;
  const auto most = std::size_t(std::max(influences - (is_kept ? 1 : 0), is_kept ? 0 : 1));
  if (row.size() > most) row.resize(most);
  double others = 0;
  for (const Influence& entry : row) others += entry.weight;
  if (!(others > 0)) wanted = 1;
  for (Influence& entry : row) entry.weight *= others > 0 ? (1 - wanted) / others : 0;
  row.push_back({handle, wanted});
}

}  // namespace

double brushAmount(const Brush& brush, Vec2 place) {
  double away = distance(place, brush.along[0]);
  for (std::size_t i = 1; i < brush.along.size(); ++i) {
    const double squared = squaredDistanceToSegment(place, brush.along[i - 1], brush.along[i]);
    away = std::min(away, std::sqrt(squared));
  }
  const double full = brush.radius * brush.hardness;
  if (away <= full) return 1;
  if (away >= brush.radius) return 0;
  const double t = (brush.radius - away) / (brush.radius - full);
  return t * t * (3 - 2 * t);
}

Result<VertexWeights> paintWeights(const VertexWeights& weights, std::span<const double> amount,
                                   const PaintOptions& options) {
  if (auto usable = check(weights, amount, options); !usable) {
    return std::unexpected(usable.error());
  }
  VertexWeights result{.handles = weights.handles};
  std::vector<Influence> row;
  for (std::size_t v = 0; v < amount.size(); ++v) {
    row.clear();
    double own = 0;
    for (std::size_t i = 0; i < weights.handlesOf(v).size(); ++i) {
      row.push_back({weights.handlesOf(v)[i], weights.weightsOf(v)[i]});
      if (row.back().handle == options.handle) own = row.back().weight;
    }
    const double wanted = painted(own, amount[v], options);
    if (wanted != own) setWeight(row, options.handle, wanted, options.influences);
    appendRow(result, row);
  }
  return result;
}

}  // namespace vide

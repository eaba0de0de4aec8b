// SPDX-License-Identifier: MIT
#include "vide/studio/detail/editable_keys.hpp"

#include <cmath>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

bool isId(double number) {
  return number >= 0 && number <= UINT32_MAX && number == std::floor(number);
}

}  // namespace

std::size_t EditableKeys::placeOf(double time) const {
  std::size_t low = 0, high = size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (timeOf(middle) < time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

Result<std::size_t> EditableKeys::find(double time) const {
  const std::size_t place = placeOf(time - same_time);
  if (place < size() && timeOf(place) <= time + same_time) return place;
  return fail(ErrorCode::not_found, text(describe(track_), " has no key at ", time, " s"));
}

std::size_t EditableKeys::findOrInsert(double time) {
  if (const auto there = find(time)) return *there;
  const std::size_t place = placeOf(time);
  insert(place, time);
  return place;
}

Result<double> EditableKeys::moved(double time, double by) const {
  const double to = time + by;
  if (to >= 0) return to;
  if (to > -same_time) return 0.0;
  return fail(ErrorCode::invalid_argument, "a key would lie before the start of the clip");
}

Result<void> EditableKeys::fits(const Numbers& numbers) const {
  const auto [least, most, is_id] = rule();
  const std::size_t count = numbers.size();
  if (least > most) {
    return fail(ErrorCode::unsupported, text(describe(track_), " cannot be set number by number"));
  }
  if (is_id && !std::ranges::all_of(numbers, isId)) {
    return fail(ErrorCode::invalid_argument,
                text("'value' of ", describe(track_), " must be ids, whole numbers from 0"));
  }
  if (count >= least && count <= most) return {};
  return fail(ErrorCode::invalid_argument,
              text("'value' must have ", least == most ? text(most) : text(least, " or ", most),
                   most == 1 ? " number for " : " numbers for ", describe(track_)));
}

Result<void> EditableKeys::shape(double time, const KeyShape& shape) {
  const auto at = find(time);
  if (!at) return std::unexpected(at.error());
  takeShape(*at, shape);
  for (const auto* given : {&shape.in_tangent, &shape.out_tangent}) {
    if (!*given) continue;
    if (auto usable = fits(**given); !usable) return usable;
  }
  setTangents(*at, shape);
  return {};
}

Result<void> EditableKeys::raise(double time, const Numbers& by) {
  const auto at = find(time);
  if (!at) return std::unexpected(at.error());
  if (by.empty()) return {};
  if (auto usable = fits(by); !usable) return usable;
  Numbers raised = numbers(*at);
  for (std::size_t i = 0; i < std::min(raised.size(), by.size()); ++i) raised[i] += by[i];
  setNumbers(*at, raised);
  return {};
}

Result<void> EditableKeys::set(double time, const Numbers& numbers,
                               const std::optional<KeyShape>& shape) {
  if (auto usable = fits(numbers); !usable) return usable;
  const std::size_t at = findOrInsert(time);
  setNumbers(at, numbers);
  if (shape) takeShape(at, *shape);
  return {};
}

void EditableKeys::setPose(double time, Channel channel, const BonePose& pose) {
  takePose(findOrInsert(time), channel, pose);
}

}  // namespace vide::detail

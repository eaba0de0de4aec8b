// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/math.hpp"

// Values of keys as protocol.ts writes them, a list of numbers, and back. What a page does not see
// of a value (depth, shear in space) is kept from `kept`.
namespace vide::detail {

using Numbers = std::vector<double>;

struct PlanarValue {
  static constexpr std::size_t least = 2, most = 2;
  static constexpr bool is_id = false;
  static Numbers from(Vec3 v) { return {v.x, v.y}; }
  static Vec3 to(std::span<const double> n, Vec3 kept) { return {n[0], n[1], kept.z}; }
};
struct ColorValue {
  static constexpr std::size_t least = 3, most = 3;
  static constexpr bool is_id = false;
  static Numbers from(Vec3 v) { return {v.x, v.y, v.z}; }
  static Vec3 to(std::span<const double> n, Vec3) { return {n[0], n[1], n[2]}; }
};
struct ShearValue {
  static constexpr std::size_t least = 1, most = 1;
  static constexpr bool is_id = false;
  static Numbers from(Vec3 v) { return {v.x}; }
  static Vec3 to(std::span<const double> n, Vec3 kept) { return {n[0], kept.y, kept.z}; }
};
struct AngleValue {
  static constexpr std::size_t least = 1, most = 1;
  static constexpr bool is_id = false;
  static Numbers from(double radians) { return {math::degrees(radians)}; }
  static double to(std::span<const double> n, double) { return math::radians(n[0]); }
};
struct TurnValue {
  static constexpr std::size_t least = 1, most = 1;
  static constexpr bool is_id = false;
  static Numbers from(Quat q) { return {math::degrees(angleInPlane(q))}; }
  static Quat to(std::span<const double> n, Quat) { return rotationInPlane(math::radians(n[0])); }
};
struct NumberValue {
  static constexpr std::size_t least = 1, most = 1;
  static constexpr bool is_id = false;
  static Numbers from(double number) { return {number}; }
  static double to(std::span<const double> n, double) { return n[0]; }
};
struct FlagValue {
  static constexpr std::size_t least = 1, most = 1;
  static constexpr bool is_id = false;
  static Numbers from(bool flag) { return {flag ? 1.0 : 0.0}; }
  static bool to(std::span<const double> n, bool) { return n[0] != 0; }
};
struct IdOrNoneValue {
  static constexpr std::size_t least = 0, most = 1;
  static constexpr bool is_id = true;
  static Numbers from(std::optional<std::uint32_t> id) {
    return id ? Numbers{double(*id)} : Numbers{};
  }
  static std::optional<std::uint32_t> to(std::span<const double> n, std::optional<std::uint32_t>) {
    return n.empty() ? std::nullopt : std::optional(std::uint32_t(n[0]));
  }
};
struct IdsValue {
  static constexpr std::size_t least = 0, most = SIZE_MAX;
  static constexpr bool is_id = true;
  static Numbers from(const std::vector<std::uint32_t>& ids) { return {ids.begin(), ids.end()}; }
  static std::vector<std::uint32_t> to(std::span<const double> n,
                                       const std::vector<std::uint32_t>&) {
    std::vector<std::uint32_t> ids;
    for (const double id : n) ids.push_back(std::uint32_t(id));
    return ids;
  }
};
// Offsets of a whole layer go in and out of clips, never through a page.
struct HiddenValue {
  static constexpr std::size_t least = 1, most = 0;
  static constexpr bool is_id = false;
  static Numbers from(const Offsets&) { return {}; }
  static Offsets to(std::span<const double>, const Offsets& kept) { return kept; }
};

// Tangents of keys as numbers, per second, and back: as values are, which are linear in them, but
// for rotations, whose tangent depends on where they are.
template <class Value, class T>
Numbers tangentNumbers(const T&, const T& tangent) {
  return Value::from(tangent);
}
template <>
inline Numbers tangentNumbers<TurnValue>(const Quat& q, const Quat& tangent) {
  return {math::degrees(2 * (q.w * tangent.z - q.z * tangent.w))};
}
template <class Value, class T>
T tangentOf(const T&, std::span<const double> n, const T& kept) {
  return Value::to(n, kept);
}
template <>
inline Quat tangentOf<TurnValue>(const Quat& q, std::span<const double> n, const Quat&) {
  const double half = math::radians(n[0]) / 2;
  return {0, 0, q.w * half, -q.z * half};
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

// How protocol.ts spells enumerations: the place in the list is the value.
namespace vide::detail {

inline constexpr std::array<std::string_view, 4> blend_names{"normal", "add", "multiply", "screen"};
inline constexpr std::array<std::string_view, 3> attachment_names{"fixed", "rigid", "skinned"};
inline constexpr std::array<std::string_view, 8> weight_method_names{
    "authored",       "geodesic",  "straight",       "solid_heat",
    "heat_diffusion", "bone_heat", "skeleton_aware", "bounded_biharmonic"};
inline constexpr std::array<std::string_view, 6> deformer_names{
    "linear_blend", "dual_quaternion", "arap", "grouped_arap", "fast", "biharmonic"};
inline constexpr std::array<std::string_view, 4> interpolation_names{"step", "linear", "cubic",
                                                                     "bezier"};
inline constexpr std::array<std::string_view, 3> bend_names{"nearest", "counter_clockwise",
                                                            "clockwise"};

template <class Enum, std::size_t count>
constexpr std::string_view nameOf(Enum value, const std::array<std::string_view, count>& names) {
  return names[std::size_t(value)];
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_builder.hpp"

namespace vide::detail {

// glTF's numbers for what a buffer view is for.
inline constexpr int vertex_target = 34962;
inline constexpr int index_target = 34963;

struct FloatLayout {
  int components = 1;
  int target = 0;
  enum class Bounds { left_out, written } bounds = Bounds::left_out;
};

// Row-major numbers, rounded to 32-bit floats. The bounds are those of the rounded numbers, as glTF
// demands. Error: a number that a float cannot hold.
Result<std::size_t> addFloats(GltfBuilder& builder, std::span<const double> numbers,
                              const FloatLayout& layout);

struct IntegerLayout {
  GltfComponent component = GltfComponent::uint8;  // an unsigned one; the numbers must fit
  int components = 1;
  int target = 0;
  enum class Meaning { count, fraction } meaning = Meaning::count;
};

std::size_t addIntegers(GltfBuilder& builder, std::span<const std::uint32_t> numbers,
                        const IntegerLayout& layout);

}  // namespace vide::detail

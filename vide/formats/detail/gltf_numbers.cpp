// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace vide::detail {
namespace {

const char* typeName(int components) {
  switch (components) {
    case 2:
      return "VEC2";
    case 3:
      return "VEC3";
    case 4:
      return "VEC4";
    case 16:
      return "MAT4";
    default:
      return "SCALAR";
  }
}

Json describe(GltfComponent component, int components, std::size_t numbers) {
  return {{"componentType", static_cast<int>(component)},
          {"count", numbers / static_cast<std::size_t>(components)},
          {"type", typeName(components)}};
}

void addBounds(Json& accessor, std::span<const float> numbers, int components) {
  const auto columns = static_cast<std::size_t>(components);
  Json low = Json::array(), high = Json::array();
  for (std::size_t column = 0; column < columns; ++column) {
    float least = numbers[column], most = numbers[column];
    for (std::size_t i = column; i < numbers.size(); i += columns) {
      least = std::min(least, numbers[i]);
      most = std::max(most, numbers[i]);
    }
    low.push_back(static_cast<double>(least));
    high.push_back(static_cast<double>(most));
  }
  accessor["min"] = std::move(low);
  accessor["max"] = std::move(high);
}

template <class Number>
std::vector<std::uint8_t> packed(std::span<const std::uint32_t> numbers) {
  std::vector<std::uint8_t> bytes(numbers.size() * sizeof(Number));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<Number>(numbers[i]);
    std::memcpy(bytes.data() + i * sizeof number, &number, sizeof number);
  }
  return bytes;
}

}  // namespace

Result<std::size_t> addFloats(GltfBuilder& builder, std::span<const double> numbers,
                              const FloatLayout& layout) {
  std::vector<float> floats(numbers.size());
  std::ranges::transform(numbers, floats.begin(), [](double x) { return static_cast<float>(x); });
  if (!std::ranges::all_of(floats, [](float x) { return std::isfinite(x); })) {
    return fail(ErrorCode::invalid_argument, "a number is too large for glTF's 32-bit floats");
  }
  Json accessor = describe(GltfComponent::float32, layout.components, floats.size());
  if (layout.bounds == FloatLayout::Bounds::written) {
    addBounds(accessor, floats, layout.components);
  }
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(floats.data());
  return builder.addAccessor(std::move(accessor), {bytes, floats.size() * sizeof(float)},
                             layout.target);
}

std::size_t addIntegers(GltfBuilder& builder, std::span<const std::uint32_t> numbers,
                        const IntegerLayout& layout) {
  Json accessor = describe(layout.component, layout.components, numbers.size());
  if (layout.meaning == IntegerLayout::Meaning::fraction) accessor["normalized"] = true;
  const auto bytes = layout.component == GltfComponent::uint8    ? packed<std::uint8_t>(numbers)
                     : layout.component == GltfComponent::uint16 ? packed<std::uint16_t>(numbers)
                                                                 : packed<std::uint32_t>(numbers);
  return builder.addAccessor(std::move(accessor), bytes, layout.target);
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_allowance.hpp"

#include "vide/formats/detail/gltf_content.hpp"

namespace vide::detail {

GltfAllowance::GltfAllowance(const GltfContent& content) : left_(numbersAllowed(content)) {}

Result<void> GltfAllowance::take(std::size_t numbers) {
  if (numbers > left_) {
    return fail(ErrorCode::limit_exceeded,
                "the document holds more numbers than the limits (max_accessor_values, and "
                "max_repeats of its bytes)");
  }
  left_ -= numbers;
  return {};
}

Result<void> GltfAllowance::takeAccessor(const GltfDocument& gltf, std::size_t accessor) {
  const auto info = gltf.accessor(accessor);
  if (!info) return std::unexpected(info.error());
  const auto components = static_cast<std::size_t>(info->components);
  if (info->count > left_ / components) return take(left_ + 1);
  return take(info->count * components);
}

}  // namespace vide::detail

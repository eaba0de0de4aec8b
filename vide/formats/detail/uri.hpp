// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vide::detail {

// RFC 4648 base64. Decoding takes padded and unpadded text and nothing else.
std::string encodeBase64(std::span<const std::uint8_t> bytes);
std::optional<std::vector<std::uint8_t>> decodeBase64(std::string_view text);

inline bool isDataUri(std::string_view uri) { return uri.starts_with("data:"); }
// The bytes of a base64 data URI (RFC 2397), or nothing.
std::optional<std::vector<std::uint8_t>> decodeDataUri(std::string_view uri);
// "a%20b" -> "a b"; a stray percent sign stays.
std::string percentDecode(std::string_view uri);

}  // namespace vide::detail

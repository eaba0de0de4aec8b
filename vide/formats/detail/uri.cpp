// SPDX-License-Identifier: MIT
#include "vide/formats/detail/uri.hpp"

namespace vide::detail {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

int base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int hexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string encodeBase64(std::span<const std::uint8_t> bytes) {
  std::string encoded;
  encoded.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < left ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) {
      encoded += k <= left ? alphabet[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return encoded;
}

std::optional<std::vector<std::uint8_t>> decodeBase64(std::string_view text) {
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const int value = base64Value(c);
    if (value < 0) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<std::uint8_t>(group >> bits));
    }
  }
  return bytes;
}

std::optional<std::vector<std::uint8_t>> decodeDataUri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (!isDataUri(uri) || comma == std::string_view::npos) return std::nullopt;
  if (!uri.substr(0, comma).ends_with(";base64")) return std::nullopt;
  return decodeBase64(uri.substr(comma + 1));
}

std::string percentDecode(std::string_view uri) {
  std::string decoded;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool coded = uri[i] == '%' && i + 2 < uri.size() && hexValue(uri[i + 1]) >= 0 &&
                       hexValue(uri[i + 2]) >= 0;
    decoded += coded ? static_cast<char>(hexValue(uri[i + 1]) * 16 + hexValue(uri[i + 2])) : uri[i];
    if (coded) i += 2;
  }
  return decoded;
}

}  // namespace vide::detail

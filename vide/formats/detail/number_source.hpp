// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "vide/formats/detail/word_reader.hpp"
#include "vide/formats/mesh_content.hpp"

namespace vide::detail {

enum class NumberType { int8, uint8, int16, uint16, int32, uint32, int64, float32, float64 };

inline std::size_t bytesOf(NumberType type) {
  constexpr std::array<std::size_t, 9> bytes{1, 1, 2, 2, 4, 4, 8, 4, 8};
  return bytes[std::size_t(type)];
}

// The number whose bytes these are.
template <class Number>
Number numberFrom(std::string_view bytes, std::endian order) {
  std::array<char, sizeof(Number)> raw;
  std::copy(bytes.begin(), bytes.end(), raw.begin());
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<Number>(raw);
}

template <class Number>
void appendBytes(std::string& out, Number value, std::endian order = std::endian::little) {
  auto raw = std::bit_cast<std::array<char, sizeof(Number)>>(value);
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  out.append(raw.data(), raw.size());
}

// The numbers of a file that comes as text or binary, one after another from where `reader` stands.
class NumberSource {
 public:
  NumberSource(WordReader& reader, MeshEncoding encoding, std::endian order)
      : reader_(reader), encoding_(encoding), order_(order) {}

  // Finite. In text the type does not matter.
  Result<double> number(NumberType type, std::string_view what) {
    if (encoding_ == MeshEncoding::text) return reader_.number(reader_.word(), what);
    const std::size_t place = reader_.offset();
    const std::string_view bytes = reader_.bytes(bytesOf(type));
    if (bytes.empty()) return wrong(place, text("the file ends where ", what, " is expected"));
    const double value = decoded(type, bytes);
    if (std::isfinite(value)) return value;
    return wrong(place, text(what, " is not a finite number"));
  }

  // A whole number that a double holds exactly.
  Result<long long> integer(NumberType type, std::string_view what) {
    const std::size_t place = reader_.offset();
    const Result<double> value = number(type, what);
    if (!value) return std::unexpected(value.error());
    if (std::abs(*value) < 0x1p53 && *value == std::floor(*value)) return (long long)(*value);
    return wrong(place, text(what, " is not a whole number"));
  }

  std::size_t offset() const { return reader_.offset(); }

  std::unexpected<Error> wrong(std::size_t place, std::string_view what) const {
    if (encoding_ == MeshEncoding::text) return reader_.malformed(what);
    return fail(ErrorCode::malformed_data, text("byte ", place, ": ", what));
  }
  std::unexpected<Error> unsupported(std::size_t place, std::string_view what) const {
    if (encoding_ == MeshEncoding::text) return reader_.unsupported(what);
    return fail(ErrorCode::unsupported, text("byte ", place, ": ", what));
  }

 private:
  double decoded(NumberType type, std::string_view bytes) const {
    switch (type) {
      case NumberType::int8:
        return numberFrom<std::int8_t>(bytes, order_);
      case NumberType::uint8:
        return numberFrom<std::uint8_t>(bytes, order_);
      case NumberType::int16:
        return numberFrom<std::int16_t>(bytes, order_);
      case NumberType::uint16:
        return numberFrom<std::uint16_t>(bytes, order_);
      case NumberType::int32:
        return numberFrom<std::int32_t>(bytes, order_);
      case NumberType::uint32:
        return numberFrom<std::uint32_t>(bytes, order_);
      case NumberType::int64:
        return double(numberFrom<std::int64_t>(bytes, order_));
      case NumberType::float32:
        return double(numberFrom<float>(bytes, order_));
      case NumberType::float64:
        return numberFrom<double>(bytes, order_);
    }
    return 0;
  }

  WordReader& reader_;
  MeshEncoding encoding_;
  std::endian order_;
};

}  // namespace vide::detail

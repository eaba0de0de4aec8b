// SPDX-License-Identifier: MIT
#include "vide/formats/dmat.hpp"

#include <limits>

#include "vide/core/text.hpp"
#include "vide/formats/detail/number_source.hpp"

namespace vide {
namespace {

using detail::NumberSource;
using detail::NumberType;
using detail::WordReader;

struct Size {
  long long columns = 0, rows = 0;
};

Result<Size> sizeLine(WordReader& reader) {
  Size size;
  for (long long* count : {&size.columns, &size.rows}) {
    const auto number = reader.integer(reader.word(), "the numbers of columns and rows");
    if (!number) return std::unexpected(number.error());
    if (*number < 0) return reader.malformed("a count is negative");
    *count = *number;
  }
  return size;
}

// Whether the bytes that are left can hold the values: nothing is reserved before.
bool fits(Size size, MeshEncoding encoding, std::size_t remaining) {
  // A value takes a digit and a space, which the last may lack.
  const bool is_text = encoding == MeshEncoding::text;
  const long long most = is_text ? ((long long)(remaining) + 1) / 2 : (long long)(remaining) / 8;
  if (size.columns == 0 || size.rows == 0) {
    return size.columns + size.rows <= std::numeric_limits<int>::max();
  }
  return size.rows <= most && size.columns <= most / size.rows;
}

Result<Eigen::MatrixXd> values(Size size, MeshEncoding encoding, WordReader& reader) {
  if (!fits(size, encoding, reader.remaining())) {
    return reader.malformed(
        text("the file is too short for ", size.columns, " columns of ", size.rows, " values"));
  }
  NumberSource source(reader, encoding, std::endian::little);
  Eigen::MatrixXd matrix(size.rows, size.columns);
  for (double& value : matrix.reshaped()) {
    const auto number = source.number(NumberType::float64, "a value");
    if (!number) return std::unexpected(number.error());
    value = *number;
  }
  return matrix;
}

}  // namespace

Result<Eigen::MatrixXd> parseDmat(std::span<const std::uint8_t> bytes) {
  WordReader reader({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  auto size = sizeLine(reader);
  if (!size) return std::unexpected(size.error());
  auto encoding = MeshEncoding::text;
  const bool maybe_binary = size->columns == 0 && size->rows == 0;
  const std::size_t after_zeros = reader.offset();
  if (maybe_binary && !reader.word().empty()) {
    reader.seek(after_zeros);
    size = sizeLine(reader);
    if (!size) return std::unexpected(size.error());
    encoding = MeshEncoding::binary;
    reader.nextLine();
  }
  auto matrix = values(*size, encoding, reader);
  if (!matrix) return matrix;
  const bool more =
      encoding == MeshEncoding::text ? !reader.word().empty() : reader.remaining() > 0;
  if (more) return reader.malformed("something follows the last value");
  return matrix;
}

std::string writeDmat(const Eigen::MatrixXd& matrix, MeshEncoding encoding) {
  const std::string size = text(matrix.cols(), " ", matrix.rows(), "\n");
  if (encoding == MeshEncoding::binary) {
    std::string out = "0 0\n" + size;
    for (const double value : matrix.reshaped()) detail::appendBytes(out, value);
    return out;
  }
  std::string out = size;
  for (const double value : matrix.reshaped()) out += text(value, "\n");
  return out;
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "tests/support/shared_data.hpp"

namespace vide::test {

// A matrix of reference values below the shared folder: columns, rows, then the values column by
// column, as text or, after a line "0 0", as doubles. Empty under the rules of sharedFile.
inline std::optional<Eigen::MatrixXd> sharedMatrix(std::string_view path) {
  const auto bytes = sharedFile(path);
  if (!bytes) return std::nullopt;
  std::istringstream in(*bytes);
  Eigen::Index columns = 0, rows = 0;
  in >> columns >> rows;
  const bool binary = columns == 0 && rows == 0 && in >> columns >> rows;
  Eigen::MatrixXd matrix(rows, columns);
  if (binary) {
    in.get();  // the end of the line
    in.read(reinterpret_cast<char*>(matrix.data()),
            matrix.size() * std::streamsize(sizeof(double)));
    return matrix;
  }
  for (double& value : matrix.reshaped()) in >> value;
  return matrix;
}

}  // namespace vide::test

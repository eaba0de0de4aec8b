// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/shared_data.hpp"
#include "vide/mesh/tri_mesh.hpp"

namespace vide::test {

// The large model among the reference data, 43 243 vertices. Empty under the rules of sharedFile,
// and under the sanitisers, where it takes too long.
inline std::optional<TriMesh> armadillo() {
#ifdef __SANITIZE_ADDRESS__
  return std::nullopt;
#else
  const auto bytes = sharedFile("data/geometry/armadillo.obj");
  if (!bytes) return std::nullopt;
  std::istringstream in(*bytes);
  std::vector<double> positions;
  std::vector<int> corners;
  std::string key;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    words >> key;
    double x = 0;
    for (int k = 0; k < 3 && words >> x; ++k) {
      if (key == "v") positions.push_back(x);
      if (key == "f") corners.push_back(int(x) - 1);
    }
  }
  return TriMesh{
      Eigen::Map<Eigen::Matrix3Xd>(positions.data(), 3, Eigen::Index(positions.size() / 3))
          .transpose(),
      Eigen::Map<Eigen::Matrix3Xi>(corners.data(), 3, Eigen::Index(corners.size() / 3))
          .transpose()};
#endif
}

}  // namespace vide::test

// SPDX-License-Identifier: MIT
#include "vide/weights/detail/mesh_pieces.hpp"

#include <cstdint>
#include <utility>

namespace vide::detail {

std::vector<std::vector<int>> piecesOf(const SparseMatrix& K) {
  std::vector<std::vector<int>> pieces;
  std::vector<std::uint8_t> seen(std::size_t(K.rows), 0);
  for (int first = 0; first < K.rows; ++first) {
    if (seen[first]) continue;
    seen[first] = 1;
    std::vector<int> piece{first};
    for (std::size_t i = 0; i < piece.size(); ++i) {
      for (int p = K.start[piece[i]]; p < K.start[piece[i] + 1]; ++p) {
        if (seen[K.row[p]]) continue;
        seen[K.row[p]] = 1;
        piece.push_back(K.row[p]);
      }
    }
    std::ranges::sort(piece);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace vide::detail

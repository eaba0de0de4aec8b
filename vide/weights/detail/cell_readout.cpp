// SPDX-License-Identifier: MIT
#include "vide/weights/detail/cell_readout.hpp"

#include <algorithm>
#include <vector>

#include "vide/core/float4.hpp"
#include "vide/mesh/rows.hpp"

namespace vide::detail {
namespace {

constexpr float noise = 1e-3f;
constexpr Eigen::Index chunk = 4096;  // vertices

bool stronger(const Influence& a, const Influence& b) {
  return a.weight != b.weight ? a.weight > b.weight : a.handle < b.handle;
}

// The largest entries of a row that comes piece by piece; at least one of a row is above noise /
// columns, so where all are small the largest is taken alone.
class Largest {
 public:
  Largest(int count, std::vector<Influence>& row) : count_(count), row_(row) { row_.clear(); }

  void offer(Influence entry) {
    if (stronger(entry, best_) || best_.handle < 0) best_ = entry;
    if (entry.weight < double(noise)) return;
    if (int(row_.size()) == count_) {
      if (!stronger(entry, row_.back())) return;
      row_.pop_back();
    }
    row_.insert(std::ranges::upper_bound(row_, entry, stronger), entry);
  }

  void normalize() {
    if (row_.empty()) row_.push_back({best_.handle, 1});
    double sum = 0;
    for (const Influence& entry : row_) sum += entry.weight;
    for (Influence& entry : row_) entry.weight /= sum;
  }

 private:
  int count_;
  std::vector<Influence>& row_;
  Influence best_{-1, 0};
};

Float4 readGroup(const float* group, const SolidStencil& stencil, std::span<const int> follows) {
  Float4 sum{};
  for (int k = 0; k < stencil.count; ++k) {
    sum += loadFloat4(group + 4 * follows[stencil.cell[k]]) * float(stencil.weight[k]);
  }
  return sum;
}

void readRow(const SolidStencil& stencil, const CellWeights& weights, int influences,
             std::vector<Influence>& row) {
  Largest largest(influences, row);
  for (int g = 0; g < weights.columns.groups(); ++g) {
    const Float4 values = readGroup(weights.columns.group(g), stencil, weights.follows);
    for (int k = 0; k < 4 && 4 * g + k < weights.columns.columns(); ++k) {
      largest.offer({weights.handle_of[4 * g + k], double(values[k])});
    }
  }
  largest.normalize();
}

void append(VertexWeights& all, const VertexWeights& part) {
  const std::size_t offset = all.weight.size();
  for (std::size_t v = 1; v <= part.vertices(); ++v) {
    all.row_start.push_back(offset + part.row_start[v]);
  }
  all.handle.insert(all.handle.end(), part.handle.begin(), part.handle.end());
  all.weight.insert(all.weight.end(), part.weight.begin(), part.weight.end());
}

}  // namespace

VertexWeights readColumns(const Solid& solid, const Eigen::MatrixXd& V, const CellWeights& weights,
                          int influences, ThreadPool* pool) {
  std::vector<VertexWeights> parts((V.rows() + chunk - 1) / chunk);
  parallelFor(pool, parts.size(), [&](std::size_t k) {
    std::vector<Influence> row;
    const Eigen::Index end = std::min(V.rows(), Eigen::Index(k + 1) * chunk);
    for (Eigen::Index v = Eigen::Index(k) * chunk; v < end; ++v) {
      readRow(solid.stencil(rowOf(V, v)), weights, influences, row);
      appendRow(parts[k], row);
    }
  });
  VertexWeights all;
  all.handles = weights.handles;
  std::size_t entries = 0;
  for (const VertexWeights& part : parts) entries += part.weight.size();
  all.row_start.reserve(std::size_t(V.rows()) + 1);
  all.handle.reserve(entries);
  all.weight.reserve(entries);
  for (const VertexWeights& part : parts) append(all, part);
  return all;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/weights/edit_weights.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "vide/core/text.hpp"
#include "vide/weights/detail/weight_rows.hpp"

namespace vide {
namespace {

using Row = std::vector<Influence>;

Row rowAt(const VertexWeights& weights, std::size_t v) {
  Row row;
  for (std::size_t e = weights.row_start[v]; e < weights.row_start[v + 1]; ++e) {
    row.push_back({weights.handle[e], weights.weight[e]});
  }
  return row;
}

Result<void> checkEdit(const WeightEdit& edit, const VertexWeights& weights) {
  const auto wrong = [](const std::string& what) {
    return fail(ErrorCode::invalid_argument, what);
  };
  if (edit.vertex < 0 || std::size_t(edit.vertex) >= weights.vertices()) {
    return wrong(text("there is no vertex ", edit.vertex, " among ", weights.vertices()));
  }
  if (edit.handle < 0 || edit.handle >= weights.handles) {
    return wrong(text("there is no handle ", edit.handle, " among ", weights.handles));
  }
  if (edit.weight >= 0 && edit.weight <= 1) return {};
  return wrong(text(edit.weight, " is not a weight; use 0 .. 1"));
}

Result<void> apply(const WeightEdit& edit, Row& row) {
  // Zeros go too: others that are nothing but zeros have no proportions to keep.
  std::erase_if(row, [&](const Influence& entry) {
    return entry.handle == edit.handle || entry.weight == 0;
  });
  double others = 0;
  for (const Influence& entry : row) others += entry.weight;
  if (!(others > 0) && edit.weight < 1) {
    return fail(ErrorCode::invalid_argument,
                text("vertex ", edit.vertex, " has no other handle that could take the remaining ",
                     1 - edit.weight, "; raise another one first"));
  }
  for (Influence& entry : row) entry.weight *= (1 - edit.weight) / others;
  row.push_back({edit.handle, edit.weight});
  return {};
}

}  // namespace

Result<VertexWeights> editWeights(const VertexWeights& weights, std::span<const WeightEdit> edits) {
  if (auto usable = validate(weights); !usable) return std::unexpected(usable.error());
  std::map<std::size_t, Row> changed;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const WeightEdit& edit = edits[i];
    const std::string place = text("weight edit ", i);
    if (auto fit = checkEdit(edit, weights); !fit) return failAt(place, fit.error());
    const auto v = std::size_t(edit.vertex);
    Row& row = changed.try_emplace(v, rowAt(weights, v)).first->second;
    if (auto done = apply(edit, row); !done) return failAt(place, done.error());
  }
  VertexWeights edited;
  edited.handles = weights.handles;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    const auto row = changed.find(v);
    if (row == changed.end()) {
      detail::copyRow(weights, v, edited);
    } else {
      appendRow(edited, row->second);
    }
  }
  return edited;
}

}  // namespace vide

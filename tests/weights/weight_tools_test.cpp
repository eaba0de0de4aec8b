// SPDX-License-Identifier: MIT
#include "vide/weights/weight_tools.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "vide/weights/weight_colors.hpp"

using namespace vide;

namespace {

VertexWeights weightsOf(const std::vector<std::vector<Influence>>& rows, int handles) {
  VertexWeights weights;
  weights.handles = handles;
  for (auto row : rows) appendRow(weights, row);
  return weights;
}

}  // namespace

TEST_CASE("rows are written largest first, equals by handle, zeros left out") {
  const VertexWeights w = weightsOf({{{3, 0.25}, {1, 0.5}, {0, 0.25}, {2, 0}}}, 4);
  CHECK(std::vector<int>(w.handle) == std::vector<int>{1, 0, 3});
  CHECK(validate(w));
}

TEST_CASE("pruning keeps the largest and normalising restores the sum") {
  const VertexWeights w = weightsOf({{{0, 0.4}, {1, 0.3}, {2, 0.2}, {3, 0.1}}, {{2, 1}}}, 4);
  const VertexWeights pruned = prune(w, 2);
  CHECK(validate(pruned));
  CHECK(pruned.weightsOf(0).size() == 2);
  CHECK(pruned.weightsOf(0)[0] == doctest::Approx(4.0 / 7));
  CHECK(pruned.weightsOf(1)[0] == 1);
  const auto normalized = normalize(weightsOf({{{0, 2}, {1, 6}}}, 2));
  REQUIRE(normalized);
  CHECK(normalized->weightsOf(0)[0] == 0.75);
  CHECK(!normalize(weightsOf({{{0, 0}}}, 1)));
}

TEST_CASE("validation names the vertex and the rule it breaks") {
  const VertexWeights good = weightsOf({{{0, 1}}, {{0, 0.5}, {1, 0.5}}}, 2);
  const auto messageAfter = [&](auto&& spoil) {
    VertexWeights bad = good;
    spoil(bad);
    const auto result = validate(bad);
    return result ? std::string() : result.error().message;
  };
  CHECK(validate(good));
  CHECK(messageAfter([](auto& w) { w.handle[2] = 2; }).find("vertex 1") != std::string::npos);
  CHECK(messageAfter([](auto& w) { w.handle[2] = 0; }).find("twice") != std::string::npos);
  CHECK(messageAfter([](auto& w) { w.weight[0] = NAN; }).find("vertex 0") != std::string::npos);
  CHECK(messageAfter([](auto& w) { w.weight[1] = -0.5; }).find("-0.5") != std::string::npos);
  CHECK(messageAfter([](auto& w) { w.weight[0] = 1.1; }).find("sum") != std::string::npos);
  CHECK(messageAfter([](auto& w) { w.row_start[1] = 7; }).find("bounds") != std::string::npos);
}

TEST_CASE("handles have colours of their own, and a vertex mixes them by weight") {
  std::vector<Color> colors;
  for (int handle = 0; handle < 40; ++handle) {
    CHECK(std::ranges::find(colors, handleColor(handle)) == colors.end());
    colors.push_back(handleColor(handle));
  }
  const VertexWeights w = weightsOf({{{2, 1}}, {{0, 0.5}, {1, 0.5}}, {}}, 3);
  const auto mixed = weightColors(w);
  CHECK(mixed[0] == colors[2]);
  CHECK(std::abs(mixed[1].r - (colors[0].r + colors[1].r) / 2.0) <= 0.5);
  CHECK(std::abs(mixed[1].g - (colors[0].g + colors[1].g) / 2.0) <= 0.5);
  CHECK(std::abs(mixed[1].b - (colors[0].b + colors[1].b) / 2.0) <= 0.5);
  CHECK(mixed[2] == Color{0, 0, 0, 255});
}

TEST_CASE("a dense matrix and sparse rows say the same") {
  Eigen::MatrixXd matrix(3, 4);
  matrix << 0, 0.25, 0.75, 0, -0.5, 1.5, 0, 0, 0, 0, 0, 0;
  const VertexWeights weights = weightsFromMatrix(matrix);
  CHECK(weights.handles == 4);
  REQUIRE(weights.vertices() == 3);
  CHECK(weights.handlesOf(0)[0] == 2);  // the largest first
  CHECK(weights.handlesOf(0)[1] == 1);
  CHECK(weights.weightsOf(1)[1] == -0.5);
  CHECK(weights.handlesOf(2).empty());
  CHECK(toMatrix(weights) == matrix);
}

// SPDX-License-Identifier: MIT
#include "vide/weights/edit_weights.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/weights/random_weights.hpp"
#include "vide/weights/weight_tools.hpp"

using namespace vide;

TEST_CASE("an edit sets its weight and keeps the proportions of the others") {
  Eigen::MatrixXd W(2, 4);
  W << 0.5, 0.3, 0.2, 0, 1, 0, 0, 0;
  const auto weights = weightsFromMatrix(W);
  const std::vector<WeightEdit> edits{{0, 2, 0.6}};
  const Eigen::MatrixXd E = toMatrix(*editWeights(weights, edits));
  CHECK(E(0, 2) == 0.6);
  CHECK(E(0, 0) == doctest::Approx(0.25));
  CHECK(E(0, 1) == doctest::Approx(0.15));
  CHECK(E.row(1) == W.row(1));
}

TEST_CASE("any list of edits leaves rows that sum to one, with the last word where it was said") {
  const auto weights = test::randomWeights(20, 6, 4, 2);
  std::vector<WeightEdit> edits;
  for (int i = 0; i < 40; ++i) edits.push_back({(i * 7) % 20, (i * 5) % 6, (i % 5) / 4.0});
  const auto edited = editWeights(weights, edits);
  REQUIRE(edited);
  CHECK(validate(*edited));
  for (std::size_t i = 20; i < edits.size(); ++i) {
    CHECK(toMatrix(*edited)(edits[i].vertex, edits[i].handle) == edits[i].weight);
  }
  // A lone bone cannot go below 1.
  edits.push_back({3, 2, 1});
  edits.push_back({3, 2, 0.5});
  const auto lone = editWeights(weights, edits);
  REQUIRE(!lone);
  CHECK(lone.error().message.find("weight edit 41: vertex 3 has no other handle") !=
        std::string::npos);
}

TEST_CASE("a weight of one silences the others, and of zero leaves the row") {
  const auto weights = test::randomWeights(4, 5, 3, 2);
  const int handle = weights.handlesOf(1)[0];
  const std::vector<WeightEdit> all{{1, handle, 1}}, none{{1, handle, 0}};
  CHECK(editWeights(weights, all)->handlesOf(1).size() == 1);
  const auto without = editWeights(weights, none).value();
  CHECK(validate(without));
  CHECK(without.handlesOf(1).size() == 2);
}

TEST_CASE("zeros in a row have no proportions to keep") {
  VertexWeights weights;
  weights.handles = 3;
  weights.handle = {0, 1};
  weights.weight = {1, 0};
  weights.row_start.push_back(2);
  REQUIRE(validate(weights));
  // Twice: the first edit leaves zeros of its own.
  const std::vector<WeightEdit> edits{{0, 0, 1}, {0, 0, 1}};
  const auto edited = editWeights(weights, edits);
  REQUIRE(edited);
  CHECK(validate(*edited));
  CHECK(edited->handlesOf(0).size() == 1);
  CHECK(edited->weightsOf(0)[0] == 1);
}

TEST_CASE("edits that cannot be are named") {
  Eigen::MatrixXd W(1, 3);
  W << 1, 0, 0;
  const auto weights = weightsFromMatrix(W);
  const auto message = [&](WeightEdit edit) {
    const std::vector<WeightEdit> edits{{0, 0, 1}, edit};
    const auto result = editWeights(weights, edits);
    return result ? std::string("no error") : result.error().message;
  };
  CHECK(message({1, 0, 1}).find("weight edit 1: there is no vertex 1") != std::string::npos);
  CHECK(message({0, 3, 1}).find("there is no handle 3 among 3") != std::string::npos);
  CHECK(message({0, 0, 1.5}).find("1.5 is not a weight") != std::string::npos);
  CHECK(message({0, 0, 0.5}).find("no other handle that could take the remaining 0.5") !=
        std::string::npos);
  CHECK(message({0, 2, 0.5}) == "no error");
}

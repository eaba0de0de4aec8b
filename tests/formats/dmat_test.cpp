// SPDX-License-Identifier: MIT
#include "vide/formats/dmat.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/formats/mesh_bytes.hpp"
#include "tests/support/dmat.hpp"
#include "tests/support/message_of.hpp"

using namespace vide;
using test::bytesOf;
using test::failsWith;
using test::sameRows;

namespace {
auto parse(const std::string& file) { return parseDmat(bytesOf(file)); }
}  // namespace

TEST_CASE("columns come first and values column by column") {
  const Eigen::MatrixXd matrix = parse("2 3\n1 2 3\n4\n5\n6.5e-1").value();
  Eigen::MatrixXd expected(3, 2);
  expected << 1, 4, 2, 5, 3, 0.65;
  CHECK(sameRows(matrix, expected));
}

TEST_CASE("both encodings give back every number") {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {3, 7}, {40, 2}, {0, 4}, {5, 0}, {0, 0}}) {
    Eigen::MatrixXd matrix(rows, columns);
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
      matrix.reshaped()(i) = (i % 2 ? 1.0 / 3 : -1e-300) * double(i);
    }
    for (const MeshEncoding encoding : {MeshEncoding::text, MeshEncoding::binary}) {
      const auto again = parse(writeDmat(matrix, encoding));
      CHECK(test::messageOf(again) == "");
      if (again) CHECK(sameRows(*again, matrix));
    }
  }
}

TEST_CASE("what is wrong in a matrix file is named with its line or byte") {
  CHECK(failsWith(parse(""), "expected the numbers of columns and rows"));
  CHECK(failsWith(parse("1 -1\n"), "line 1: a count is negative"));
  CHECK(failsWith(parse("1 3\n1 2"), "too short for 1 columns of 3 values"));
  CHECK(failsWith(parse("999999999999 999999999999\n1 2"), "too short"));
  CHECK(failsWith(parse("0 999999999999\n"), "too short"));
  CHECK(failsWith(parse("1 2\n1\nx"), "line 3: expected a value"));
  CHECK(failsWith(parse("1 2\n1\nnan"), "line 3: expected a value"));
  CHECK(failsWith(parse("1 1\n1\n2"), "something follows the last value"));
  const std::string binary = writeDmat(Eigen::MatrixXd::Ones(2, 2), MeshEncoding::binary);
  CHECK(failsWith(parse(binary.substr(0, binary.size() - 1)), "too short"));
  CHECK(failsWith(parse(binary + "x"), "something follows"));
}

TEST_CASE("real matrices") {
  for (const char* file : {"arm-weights", "decimated-knight-selection", "hand-pose"}) {
    const auto path = std::string("data/geometry/") + file + ".dmat";
    const auto bytes = test::sharedFile(path);
    if (!bytes) return;
    const auto matrix = parse(*bytes);
    CHECK(test::messageOf(matrix) == "");
    if (matrix) CHECK(sameRows(*matrix, *test::sharedMatrix(path)));
  }
}

TEST_CASE("real binary matrices: weights that sum to one") {
  const auto bytes = test::sharedFile("data/geometry/armadillo-weights.dmat");
  if (!bytes) return;
  const Eigen::MatrixXd weights = parse(*bytes).value();
  CHECK(weights.rows() == 43243);
  CHECK(weights.cols() == 5);
  CHECK((weights.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-9);
}

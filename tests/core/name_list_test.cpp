// SPDX-License-Identifier: MIT
#include "vide/core/name_list.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "vide/core/counted.hpp"

using namespace vide;

TEST_CASE("a list names the first few and counts the others") {
  const std::vector<std::string> names{"a", "b", "c", "d", "e", "f", "g"};
  const std::span<const std::string> all(names);
  CHECK(nameList(all.first(0)).empty());
  CHECK(nameList(all.first(1)) == "a");
  CHECK(nameList(all.first(5)) == "a, b, c, d, e");
  CHECK(nameList(all.first(6)) == "a, b, c, d, e and 1 more");
  CHECK(nameList(all, 2) == "a, b and 5 more");
}

TEST_CASE("what is counted stands in the singular where it is one") {
  CHECK(counted(0, "clip") == "0 clips");
  CHECK(counted(1, "clip") == "1 clip");
  CHECK(counted(2, "clip") == "2 clips");
  CHECK(counted(1, "mesh is", "meshes are") == "1 mesh is");
  CHECK(counted(3, "mesh is", "meshes are") == "3 meshes are");
}

// SPDX-License-Identifier: MIT
#include "vide/formats/off.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/formats/mesh_bytes.hpp"
#include "tests/support/message_of.hpp"

using namespace vide;
using test::failsWith;
using test::rowsOf;
using test::sameRows;

TEST_CASE("every kind of header, with what vertices and faces carry") {
  const std::string bare = "\n3 1 3\n0 0 0\n1 0 0\n0 2 0\n3 0 1 2\n";
  for (const std::string& file :
       {"OFF" + bare, "\xEF\xBB\xBFOFF" + bare,
        std::string("OFF 3 1 0\n0 0 0\n1 0 0\n\n0 2 0\n3 0 1 2 1 0 0"),
        std::string("OFF3 1 0\n0 0 0\n1 0 0\n0 2 0\n3 0 1 2"),
        std::string("COFF # colours\n3 1 0\n0 0 0 255 0 0 255\r\n1 0 0 9 9 9 9\r\n0 2 0 1 1 1 1\r\n"
                    "# last\n3 0 1 2"),
        std::string("NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 2 0 0 0 1\n3 0 1 2"),
        std::string("STCNOFF\n3 1\n0 0 0 0 0 1 1 1 1 1 0 0\n1 0 0 1\n0 2 0 1\n3 0 1 2")}) {
    const auto mesh = parseOff(file);
    CHECK(test::messageOf(mesh) == "");
    if (!mesh) continue;
    CHECK(sameRows(mesh->V, rowsOf(3, {0, 0, 0, 1, 0, 0, 0, 2, 0}).cast<double>()));
    CHECK(sameRows(mesh->F, rowsOf(3, {0, 1, 2})));
    CHECK(mesh->T.rows() == 0);
  }
}

TEST_CASE("what is wrong in an OFF file is named with its line") {
  const std::string points = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n";
  CHECK(failsWith(parseOff(""), "does not begin with OFF"));
  CHECK(failsWith(parseOff("ply"), "does not begin with OFF"));
  CHECK(failsWith(parseOff("4OFF 1 1 1"), "line 1: files of the kind \"4OFF\""));
  CHECK(failsWith(parseOff("OFF BINARY\n"), "line 1: binary OFF"));
  CHECK(failsWith(parseOff("OFF\n3"), "line 2: expected the numbers of vertices and faces"));
  CHECK(failsWith(parseOff("OFF\n-1 0 0"), "line 2: a count is negative"));
  CHECK(failsWith(parseOff("OFF\n0 0 0"), "no vertices"));
  CHECK(failsWith(parseOff("OFF\n3 0 0\n0 0 0\n0 1\n0 0 0"), "line 4: expected the three"));
  CHECK(failsWith(parseOff("OFF\n999999999999 0 0\n0 0 0\n"), "but the text ends"));
  CHECK(failsWith(parseOff(points), "expected the number of a face's corners"));
  CHECK(failsWith(parseOff(points + "3 0 1"), "line 6: expected the corners of a face"));
  CHECK(failsWith(parseOff(points + "3 0 1 3"), "line 6: a corner names vertex 3"));
  CHECK(failsWith(parseOff(points + "3 0 1 -1"), "line 6"));
  CHECK(failsWith(parseOff(points + "2 0 1"), "line 6: a face with 2 corners"));
}

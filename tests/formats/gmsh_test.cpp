// SPDX-License-Identifier: MIT
#include "vide/formats/gmsh.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/formats/mesh_bytes.hpp"
#include "tests/support/message_of.hpp"

using namespace vide;
using test::bytesOf;
using test::failsWith;
using test::rowsOf;
using test::sameRows;

namespace {

auto parse(const std::string& file) { return parseGmsh(bytesOf(file)); }

const std::string old_head = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const std::string new_head = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
const std::string nodes = "$Nodes\n4\n10 0 0 0\n7 1 0 0\n99 0 1 0\n3 0 0 1\n$EndNodes\n";

void checkTetrahedron(const Result<MeshContent>& mesh) {
  CHECK(test::messageOf(mesh) == "");
  if (!mesh) return;
  CHECK(sameRows(mesh->V, rowsOf(3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}).cast<double>()));
  CHECK(sameRows(mesh->F, rowsOf(3, {0, 2, 1})));
  CHECK(sameRows(mesh->T, rowsOf(4, {0, 1, 2, 3})));
}

template <class Number>
void append(std::string& file, Number value, bool big_endian) {
  for (std::size_t i = 0; i < sizeof value; ++i) {
    const std::size_t byte = big_endian ? sizeof value - 1 - i : i;
    file += char(reinterpret_cast<const unsigned char*>(&value)[byte]);
  }
}

// The tetrahedron of the other tests in binary, 2.2 or 4.1.
std::string binaryFile(bool new_format, bool big_endian) {
  std::string file = new_format ? "$MeshFormat\n4.1 1 8\n" : "$MeshFormat\n2.2 1 8\n";
  const auto ints = [&](auto... values) { (append(file, std::int32_t(values), big_endian), ...); };
  const auto longs = [&](auto... values) { (append(file, std::int64_t(values), big_endian), ...); };
  const auto reals = [&](auto... values) { (append(file, double(values), big_endian), ...); };
  ints(1);
  file += "\n$EndMeshFormat\n$Nodes\n";
  if (new_format) {
    longs(1, 4, 3, 99);
    ints(3, 1, 0);
    longs(4, 10, 7, 99, 3);
    reals(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  } else {
    file += "4\n";
    ints(10), reals(0, 0, 0), ints(7), reals(1, 0, 0), ints(99), reals(0, 1, 0), ints(3);
    reals(0, 0, 1);
  }
  file += "\n$EndNodes\n$Elements\n";
  if (new_format) {
    longs(2, 2, 1, 2);
    ints(2, 1, 2), longs(1, 1, 10, 99, 7);
    ints(3, 1, 4), longs(1, 2, 10, 7, 99, 3);
  } else {
    file += "2\n";
    ints(2, 1, 2, 1, 5, 5, 10, 99, 7);
    ints(4, 1, 0, 2, 10, 7, 99, 3);
  }
  return file + "\n$EndElements\n";
}

}  // namespace

TEST_CASE("nodes of any number, with what VIDE does not use in between") {
  checkTetrahedron(parse(old_head + "$PhysicalNames\n1\n2 1 \"skin\"\n$EndPhysicalNames\n" +
                         "$Elements\n4\n1 15 2 0 1 7\n2 1 0 7 10\n3 2 2 1 1 10 99 7\n" +
                         "4 4 0 10 7 99 3\n$EndElements\n" + nodes));
  checkTetrahedron(parse(new_head + "$Entities\n0 0 0 0\n$EndEntities\n" +
                         "$Nodes\n2 4 3 99\n2 1 0 3\n10\n7\n99\n0 0 0\n1 0 0\n0 1 0\n" +
                         "3 1 0 1\n3\n0 0 1\n$EndNodes\n" +
                         "$Elements\n3 3 1 3\n1 1 1 1\n1 7 10\n2 1 2 1\n2 10 99 7\n" +
                         "3 1 4 1\n3 10 7 99 3\n$EndElements\n"));
}

TEST_CASE("binary files of both formats in both byte orders") {
  for (const bool new_format : {false, true}) {
    for (const bool big_endian : {false, true}) {
      checkTetrahedron(parse(binaryFile(new_format, big_endian)));
    }
  }
}

TEST_CASE("a quadrangle becomes two triangles") {
  const std::string flat = "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n";
  const MeshContent mesh =
      parse(old_head + flat + "$Elements\n1\n1 3 0 1 2 3 4\n$EndElements").value();
  CHECK(sameRows(mesh.F, rowsOf(3, {0, 1, 2, 0, 2, 3})));
}

TEST_CASE("what is wrong in a Gmsh file is named with its line or byte") {
  CHECK(failsWith(parse(""), "expected $MeshFormat"));
  CHECK(failsWith(parse("$MeshFormat\n1 0 8\n"), "version 1 are not read"));
  CHECK(failsWith(parse("$MeshFormat\n4 0 8\n"), "version 4 are not read"));
  CHECK(failsWith(parse("$MeshFormat\n2.2 0 4\n"), "line 2: numbers of other sizes"));
  CHECK(failsWith(parse("$MeshFormat\n2.2 1 8\nabcd"), "line 3: the number one"));
  CHECK(failsWith(parse(old_head), "no vertices"));
  CHECK(failsWith(parse(old_head + "$Nodes\n1\n1 0 0 0\n"), "expected $EndNodes after"));
  CHECK(failsWith(parse(old_head + "$Nodes\n1\n1 0 x 0\n"), "line 6: expected a coordinate"));
  CHECK(failsWith(parse(old_head + nodes + "$Elements\n1\n1 2 0 10 7 4\n$EndElements"),
                  "an element names node 4, which the file lacks"));
  CHECK(failsWith(parse(old_head + nodes + "$Elements\n1\n1 5 0 1 2 3 4 5 6 7 8\n$EndElements"),
                  "elements of kind 5 are not read"));
  CHECK(failsWith(parse(old_head + "$Nodes\n99999999999\n"), "but the text ends"));
  CHECK(failsWith(parse("$MeshFormat\n2.2 2 8\n"), "line 2: the type of the file is 2, not 0"));
  CHECK(failsWith(parse("$MeshFormat\n2.2 -1 8\n"), "line 2: the type of the file is -1"));
  CHECK(failsWith(parse("$MeshFormat\n5 0 8\n"), "line 2: Gmsh files of version 5"));
  const std::string twice = "$Nodes\n3\n7 0 0 0\n5 0 1 0\n7 1 0 0\n$EndNodes\n";
  CHECK(failsWith(parse(old_head + twice), "line 8: node 7 is given twice"));
  CHECK(failsWith(parse(old_head + "$Nodes\n1\n1 0 0 0\n2 0 0 0\n$EndNodes\n"),
                  "line 7: expected $EndNodes after as many rows as were announced, found \"2\""));
  CHECK(failsWith(parse(old_head + nodes + "$Elements\n1\n1 5 0 1\n$EndElements"),
                  ": elements of kind 5"));
  CHECK(failsWith(parse(old_head + nodes + "$Elements\n1\n1 2 -1 1 2 3\n$EndElements"),
                  "a count of tags is negative"));
  CHECK(failsWith(parse(new_head + "$Nodes\n-1 0 0 0\n"), "line 5: a count is negative"));
  CHECK(failsWith(parse(new_head + "$Nodes\n1 1 1 1\n2 1 1 1\n"), "line 6: nodes with parametric"));
  CHECK(failsWith(parse(new_head + "$Nodes\n1 1 1 1\n2 1 0 -1\n"), "line 6: a count is negative"));
  CHECK(failsWith(parse(new_head + "$Nodes\n1 2 1 1\n2 1 0 2\n4\n4\n0 0 0\n1 0 0\n$EndNodes\n"),
                  "line 10: node 4 is given twice"));
  std::string file = binaryFile(false, false);
  const std::size_t at = file.find("$Nodes") + 9;
  CHECK(failsWith(parse(file.substr(0, at + 30)), "byte " + std::to_string(at + 28)));
}

// SPDX-License-Identifier: MIT
#include "vide/formats/medit.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/formats/mesh_bytes.hpp"
#include "tests/support/message_of.hpp"

using namespace vide;
using test::failsWith;
using test::rowsOf;
using test::sameRows;

namespace {
const std::string head = "MeshVersionFormatted 1\nDimension 3\n";
const std::string points = "Vertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n";
}  // namespace

TEST_CASE("sections come in any order and unknown ones are passed over") {
  const MeshContent mesh = parseMedit(
                               "MeshVersionFormatted 2\n\nDimension\n3\n# words\n"
                               "Tetrahedra\n2\n1 2 3 4 7\n1 3 2 4 8\nEdges 1\n1 2 0\n"
                               "Corners\n2\n1\n2\n" +
                               points +
                               "Normals 1\n0 0 1\nTriangles 1\n1 2 3 0\n"
                               "Quadrilaterals 1\n1 2 4 3 0\nEnd\nand more")
                               .value();
  CHECK(mesh.V.rows() == 4);
  CHECK(sameRows(mesh.F.topRows(1), rowsOf(3, {0, 1, 2})));
  CHECK(mesh.F.rows() == 3);
  // The second had a negative volume.
  CHECK(sameRows(mesh.T, rowsOf(4, {0, 1, 2, 3, 0, 2, 3, 1})));
}

TEST_CASE("in two dimensions z is 0") {
  const MeshContent mesh = parseMedit(
                               "MeshVersionFormatted 1 Dimension 2 Vertices 3 0 0 9 1 0 9 0 1 9 "
                               "Triangles 1 1 2 3 9 End")
                               .value();
  CHECK(sameRows(mesh.V, rowsOf(3, {0, 0, 0, 1, 0, 0, 0, 1, 0}).cast<double>()));
  CHECK(sameRows(mesh.F, rowsOf(3, {0, 1, 2})));
}

TEST_CASE("what is wrong in a Medit file is named with its line") {
  CHECK(failsWith(parseMedit(""), "expected the first word MeshVersionFormatted"));
  CHECK(failsWith(parseMedit(head), "no vertices"));
  CHECK(failsWith(parseMedit("MeshVersionFormatted 1\nDimension 4"), "line 2: the dimension"));
  CHECK(failsWith(parseMedit(head + "Vertices\n-3"), "line 4: a count is negative"));
  CHECK(failsWith(parseMedit(head + "Vertices\n9999999999\n0 0 0 0\n"), "but the text ends"));
  CHECK(failsWith(parseMedit(head + "7 Vertices"), "line 3: expected the name of a section"));
  CHECK(failsWith(parseMedit(head + points + "Tetrahedra 1\n1 2 3 0 0"), "line 9: vertices count"));
  CHECK(failsWith(parseMedit(head + points + "Tetrahedra 1\n1 2 3 5 0"), "line 9: a corner names"));
  CHECK(
      failsWith(parseMedit(head + points + "Triangles 1\n1 2"), "expected the number of a vertex"));
  CHECK(failsWith(parseMedit(head + "Hexahedra 0"), "line 3: Hexahedra are not read"));
  CHECK(failsWith(parseMedit(head + points + "Vertices 1\n0 0 0 0\n"),
                  "the section Vertices is given twice"));
  CHECK(failsWith(parseMedit(head + "Vertices 1\n0 0 0 Triangles 0\n"),
                  "line 4: expected the reference that ends a row, found \"Triangles\""));
}

// SPDX-License-Identifier: MIT
#include "vide/formats/stl.hpp"

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

std::string facet(const std::string& a, const std::string& b, const std::string& c) {
  return "facet normal nan nan nan\nouter loop\nvertex " + a + "\nvertex " + b + "\nvertex " + c +
         "\nendloop\nendfacet\n";
}

TriMesh quad() {
  TriMesh mesh;
  mesh.V.resize(4, 3);
  mesh.V << 0, 0, 0, 2, 0, 0, 2, 2, 0.5, 0, 2, 0;
  mesh.F.resize(2, 3);
  mesh.F << 0, 1, 2, 0, 2, 3;
  return mesh;
}

}  // namespace

TEST_CASE("corners at one place become one vertex, numbered as they appear") {
  const std::string file = "solid with a name\n" + facet("1 0 0", "0 1 0", "0 0 0") +
                           facet("0 1 0", "1 0 0", "1 1 0") + "endsolid with a name\n" + "SOLID\n" +
                           facet("-0 0 0", "0 1 0", "5 5 5") + "ENDSOLID\n";
  const MeshContent mesh = parseStl(bytesOf(file)).value();
  CHECK(sameRows(mesh.V, rowsOf(3, {1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 5, 5, 5}).cast<double>()));
  CHECK(sameRows(mesh.F, rowsOf(3, {0, 1, 2, 1, 0, 3, 2, 1, 4})));
}

TEST_CASE("binary files are told from text by their size, whatever their head says") {
  std::string file = writeStl(quad(), MeshEncoding::binary);
  REQUIRE(file.size() == 84 + 2 * 50);
  for (const char* head : {"solid", "other"}) {
    file.replace(0, 5, head);
    const MeshContent mesh = parseStl(bytesOf(file)).value();
    CHECK(sameRows(mesh.V, quad().V));
    CHECK(sameRows(mesh.F, quad().F));
  }
}

TEST_CASE("normals are those of the triangles") {
  TriMesh mesh = quad();
  mesh.V(2, 2) = 0;
  const std::string text = writeStl(mesh, MeshEncoding::text);
  CHECK(text.find("facet normal 0 0 1\n") != std::string::npos);
  mesh.F << 0, 0, 1, 0, 0, 1;
  CHECK(writeStl(mesh, MeshEncoding::text).find("facet normal 0 0 0\n") != std::string::npos);
}

TEST_CASE("what is wrong in an STL file is named with its line or byte") {
  const auto parse = [](const std::string& file) { return parseStl(bytesOf(file)); };
  CHECK(failsWith(parse(""), "the file ends early"));
  CHECK(failsWith(parse("solid x\nendsolid\n"), "no vertices"));
  CHECK(failsWith(parse("solid x\n"), "expected facet or endsolid"));
  CHECK(failsWith(parse("solid x\nfacet\nnormal 0 0 1\nloop"), "line 4: expected outer"));
  CHECK(failsWith(parse("solid\n" + facet("0 0 0", "0 0", "0 0 0")), "line 6: expected the three"));
  CHECK(failsWith(parse("solid\n" + facet("0 0 0", "0 0 0", "0 0 0") + "end"), "line 9: expected"));
  const std::string file = writeStl(quad(), MeshEncoding::binary);
  CHECK(failsWith(parse(file.substr(0, 150)), "should have 184 bytes"));
  std::string infinite = file;
  infinite.replace(84 + 12, 4, "\0\0\x80\x7f", 4);
  CHECK(failsWith(parse(infinite), "byte 96"));
  CHECK(failsWith(parseStl(bytesOf(file), {.max_vertices = 3}), "max_vertices"));
}

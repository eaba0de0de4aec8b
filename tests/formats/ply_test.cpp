// SPDX-License-Identifier: MIT
#include "vide/formats/ply.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/formats/mesh_bytes.hpp"
#include "tests/support/message_of.hpp"

using namespace vide;
using namespace std::string_literals;
using test::bytesOf;
using test::failsWith;
using test::rowsOf;
using test::sameRows;

namespace {

std::string header(const std::string& format, const std::string& elements) {
  return "ply\nformat " + format + " 1.0\ncomment by hand\nobj_info none\n" + elements +
         "end_header\n";
}

// Two vertices too many properties apart, a list in a foreign element, a face of four corners.
const std::string varied =
    "element material 1\nproperty list uchar short what\nproperty uchar kind\n"
    "element vertex 4\nproperty short y\nproperty uchar red\nproperty float x\nproperty char z\n"
    "element face 1\nproperty list uchar uint vertex_index\nproperty ushort flags\n";

void checkVaried(const std::string& file) {
  const auto mesh = parsePly(bytesOf(file));
  CHECK(test::messageOf(mesh) == "");
  if (!mesh) return;
  const Eigen::MatrixXd V = rowsOf(3, {0, 0, 0, 256, 0, 0, 256, 258, 0, 0, 258, -2}).cast<double>();
  CHECK(sameRows(mesh->V, V));
  CHECK(sameRows(mesh->F, rowsOf(3, {0, 1, 2, 0, 2, 3})));
}

}  // namespace

TEST_CASE("text and both byte orders, with properties in any order and of any type") {
  checkVaried(header("ascii", varied) +
              "2 7 8 1\n0 255 0 0\n0 9 256 0\n258 9 256 0\n258 9 0 -2\n4 0 1 2 3 5\n");
  // 256 as a float is 0x43800000, 258 as a short 0x0102.
  checkVaried(header("binary_big_endian", varied) +
              "\2\0\7\0\10\1"s
              "\0\0\377\0\0\0\0\0"s
              "\0\0\11\103\200\0\0\0"s
              "\1\2\11\103\200\0\0\0"s
              "\1\2\11\0\0\0\0\376"s
              "\4\0\0\0\0\0\0\0\1\0\0\0\2\0\0\0\3\0\5"s);
  checkVaried(header("binary_little_endian", varied) +
              "\2\7\0\10\0\1"s
              "\0\0\377\0\0\0\0\0"s
              "\0\0\11\0\0\200\103\0"s
              "\2\1\11\0\0\200\103\0"s
              "\2\1\11\0\0\0\0\376"s
              "\4\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0\5\0"s);
}

TEST_CASE("headers may end their lines in either way, and clouds of points have no faces") {
  const std::string file =
      "ply\r\nformat ascii 1.0\r\nelement vertex 1\r\nproperty float x\r\nproperty float y\r\n"
      "property float z\r\nelement face 0\r\nend_header\r\n1 2 3\r\n";
  const MeshContent mesh = parsePly(bytesOf(file)).value();
  CHECK(sameRows(mesh.V, rowsOf(3, {1, 2, 3}).cast<double>()));
  CHECK(mesh.F.rows() == 0);
}

TEST_CASE("what is wrong in a PLY file is named with its line or byte") {
  const auto parse = [](const std::string& file) { return parsePly(bytesOf(file)); };
  const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
  const std::string face = "element face 1\nproperty list uchar int vertex_indices\n";
  CHECK(failsWith(parse(""), "does not begin with ply"));
  CHECK(failsWith(parse("ply\nformat ascii 1.0\n"), "no end_header"));
  CHECK(failsWith(parse("ply\nend_header\n"), "names no format"));
  CHECK(failsWith(parse("ply\nformat text 1.0\n"), "line 2: expected ascii"));
  CHECK(failsWith(parse("ply\nproperty float x\n"), "line 2: a property before any element"));
  CHECK(
      failsWith(parse("ply\nelement vertex x\n"), "line 2: expected an element's name and count"));
  CHECK(failsWith(parse("ply\nelement vertex -2\n"), "line 2: a count is negative"));
  CHECK(failsWith(parse("ply\nelement a 1\nproperty real x\n"), "line 3: expected the type"));
  CHECK(
      failsWith(parse("ply\nelement a 1\nproperty list real x\n"), "line 3: expected the type of"));
  CHECK(failsWith(parse("ply\nelement a 1\nproperty int\n"), "line 3: expected the name"));
  CHECK(failsWith(parse("ply\nvertices 3\n"), "line 2: expected format, element"));
  CHECK(failsWith(parse(header("ascii", "element vertex 1\nproperty float x\n")), "x, y and z"));
  CHECK(failsWith(parse(header("ascii", "element vertex 99999999999\n")), "has no properties"));
  CHECK(failsWith(parse(header("ascii", "element face 1\nproperty int a\n")), "vertex_indices"));
  const std::string one = "element vertex 1\n" + xyz;
  CHECK(failsWith(parse(header("ascii", one + face) + "0 0 0\n3 0 0 0.5"), "line 13: "));
  CHECK(failsWith(parse(header("ascii", one + face) + "0 0 0\n3 0 0 1"), "names vertex 1"));
  CHECK(failsWith(parse(header("ascii", one) + "0 0 inf"), "line 10: expected z"));
  for (const char* format : {"binary_middle_endian", "binary_", "binary_little_endia"}) {
    CHECK(failsWith(parse(header(format, one)), "line 2: expected ascii, binary_little_endian or"));
  }
  CHECK(
      failsWith(parse("ply\nformat ascii 1.0\nformat ascii 1.0\n"), "line 3: the format is given"));
  CHECK(failsWith(parse(header("ascii", "element vertex 1\nproperty float x\nproperty int x\n")),
                  "line 7: the property \"x\" is given twice"));
  CHECK(failsWith(parse(header("ascii", one + "element vertex 1\n")),
                  "line 9: the element \"vertex\" is given twice"));
  CHECK(failsWith(parse(header("ascii", one + face + "property int vertex_indices\n")), "twice"));
  CHECK(failsWith(parse(header("ascii", "element a 1\nproperty list char int b\n") + "-2"),
                  "line 8: the length of a list is negative"));
  for (const char* element : {"element vertex 1\nproperty float x\n", "element vertex 9\n",
                              "element face 1\nproperty int a\n"}) {
    CHECK(failsWith(parse(header("ascii", element)), "line 5: the element "));
  }
  const std::string binary = header("binary_little_endian", "element vertex 400000000\n" + xyz);
  CHECK(failsWith(parse(binary + std::string(30, '\0')),
                  "byte " + std::to_string(binary.size() + 28) + ": the file ends where y"));
}

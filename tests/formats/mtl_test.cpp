// SPDX-License-Identifier: MIT
#include "vide/formats/mtl.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/message_of.hpp"

using namespace vide;
using test::failsWith;

namespace {

MtlMaterial materialOf(const std::string& statements) {
  const MtlFile file = parseMtl("newmtl m\n" + statements).value();
  REQUIRE(file.materials.size() == 1);
  return file.materials[0];
}

std::string warningOf(const std::string& statements) {
  const MtlFile file = parseMtl("newmtl m\n" + statements).value();
  return file.warnings.size() == 1 ? file.warnings[0] : std::to_string(file.warnings.size());
}

}  // namespace

TEST_CASE("materials come with their colour, opacity and picture") {
  const MtlFile file =
      parseMtl(
          "\xEF\xBB\xBF# made by hand\r\nKd 1 0 0\r\nnewmtl red brick\r\n\tKd 0.5 "
          "0.25 0\r\nKa 1 1 1\r\nd 0.75\r\nillum 2\r\nmap_Kd tex\\big brick.png\r\n"
          "newmtl plain\r\n\r\nnewmtl glass\r\nTr 0.25\r\nKd 0.5")
          .value();
  CHECK(file.warnings.empty());
  REQUIRE(file.materials.size() == 3);
  CHECK(file.materials[0].name == "red brick");
  CHECK(file.materials[0].diffuse == Vec3{0.5, 0.25, 0});
  CHECK(file.materials[0].opacity == 0.75);
  CHECK(file.materials[0].picture == "tex/big brick.png");
  CHECK(file.materials[1].name == "plain");
  CHECK(file.materials[1].diffuse == Vec3{1, 1, 1});
  CHECK(file.materials[1].opacity == 1);
  CHECK(file.materials[1].picture.empty());
  CHECK(file.materials[2].opacity == 0.75);
  CHECK(file.materials[2].diffuse == Vec3{0.5, 0.5, 0.5});
}

TEST_CASE("options before a picture's name are passed over") {
  for (const char* options : {"", "-clamp on ", "-bm 1.5 -blendu off ", "-mm 0 1 -type sphere "}) {
    CAPTURE(options);
    const std::string statement = "map_Kd " + std::string(options) + "a 1.png";
    CHECK(materialOf(statement).picture == "a 1.png");
    CHECK(warningOf(statement) == "0");
  }
  for (const char* options : {"-s 2 ", "-s 2 2 1 ", "-o 0.5 0 0 -s 1 1 "}) {
    CAPTURE(options);
    const std::string statement = "map_Kd " + std::string(options) + "a.png";
    CHECK(materialOf(statement).picture == "a.png");
    CHECK(warningOf(statement).starts_with("line 2: map_Kd: the options"));
  }
}

TEST_CASE("black below a picture means the picture alone") {
  CHECK(materialOf("Kd 0 0 0\nmap_Kd a.png").diffuse == Vec3{1, 1, 1});
  CHECK(materialOf("Kd 0 0 0").diffuse == Vec3{});
  CHECK(materialOf("Kd 0 0 0.5\nmap_Kd a.png").diffuse == Vec3{0, 0, 0.5});
}

TEST_CASE("what cannot be read is left out with its line") {
  CHECK(warningOf("Kd x 0 0") == "line 2: Kd: expected a number, found \"x\"");
  CHECK(warningOf("Kd") == "line 2: Kd: expected one or three numbers");
  CHECK(warningOf("d") == "line 2: expected an opacity, found the end of the text");
  CHECK(warningOf("Tr nan").starts_with("line 2: expected an opacity"));
  CHECK(warningOf("map_Kd") == "line 2: map_Kd: names no file");
  CHECK(warningOf("map_Kd -s 1 1 1").starts_with("line 2: map_Kd: names no file"));
  CHECK(materialOf("Kd 9 -1 0.5\nd 7").diffuse == Vec3{1, 0, 0.5});
  CHECK(materialOf("d 7").opacity == 1);
  CHECK(materialOf("Kd spectral a.rfl 1\nd 0.5").opacity == 0.5);
  const MtlFile twice = parseMtl("newmtl a\nd 0.5\nnewmtl a\nd 0.25\n").value();
  REQUIRE(twice.materials.size() == 1);
  CHECK(twice.materials[0].opacity == 0.5);
  CHECK(twice.warnings.size() == 1);
  CHECK(parseMtl("").value().materials.empty());
}

TEST_CASE("limits of a material file are named errors and warnings come to an end") {
  CHECK(failsWith(parseMtl("newmtl a", {.max_bytes = 7}), "the limit is 7"));
  CHECK(failsWith(parseMtl("newmtl a\nnewmtl b", {.max_materials = 1}), "line 2: more than 1"));
  std::string many = "newmtl m\n";
  for (int i = 0; i < 100; ++i) many += "Kd x\n";
  CHECK(parseMtl(many)->warnings.size() == MtlFile::max_warnings);
}

TEST_CASE("a colour is one number or three") {
  CHECK(materialOf("Kd 0.5 0.25").diffuse == Vec3{1, 1, 1});
  CHECK(warningOf("Kd 0.5 0.25") == "line 2: Kd: expected one or three numbers");
  CHECK(warningOf("Kd") == "line 2: Kd: expected one or three numbers");
  CHECK(materialOf("Kd 0.5").diffuse == Vec3{0.5, 0.5, 0.5});
  CHECK(warningOf("Kd 0.5") == "0");
}

// SPDX-License-Identifier: MIT
#include "vide/formats/mesh_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/formats/mesh_bytes.hpp"
#include "tests/support/dmat.hpp"
#include "tests/support/message_of.hpp"
#include "vide/core/math.hpp"
#include "vide/formats/gmsh.hpp"
#include "vide/formats/ply.hpp"
#include "vide/formats/stl.hpp"

using namespace vide;
using test::bytesOf;
using test::failsWith;
using test::rowsOf;
using test::sameContent;
using test::sameRows;

namespace {

constexpr MeshFormat all_formats[] = {MeshFormat::obj, MeshFormat::off,   MeshFormat::ply,
                                      MeshFormat::stl, MeshFormat::medit, MeshFormat::gmsh};

// A wavy sheet of n x n quads whose numbers need all their digits.
MeshContent sheet(int n) {
  MeshContent mesh;
  mesh.V.resize((n + 1) * (n + 1), 3);
  for (int v = 0; v < mesh.V.rows(); ++v) {
    const double x = v % (n + 1) / 3.0, y = v / (n + 1) / 7.0;
    mesh.V.row(v) << x, y, 1e-3 * math::sin(x + 2 * y);
  }
  mesh.F.resize(2 * n * n, 3);
  for (int i = 0; i < n * n; ++i) {
    const int a = i / n * (n + 1) + i % n, b = a + 1, c = a + n + 1, d = c + 1;
    mesh.F.row(2 * i) << a, b, d;
    mesh.F.row(2 * i + 1) << a, d, c;
  }
  return mesh;
}

// The same with a tetrahedron on each triangle, towards one more vertex.
MeshContent solid(int n) {
  MeshContent mesh = sheet(n);
  mesh.V.conservativeResize(mesh.V.rows() + 1, 3);
  mesh.V.bottomRows(1) << 0.1, 0.1, 5;
  mesh.T.resize(mesh.F.rows(), 4);
  mesh.T.leftCols(3) = mesh.F;
  mesh.T.col(3).setConstant(int(mesh.V.rows()) - 1);
  return mesh;
}

Result<MeshContent> sharedMesh(const std::string& path) {
  const auto bytes = test::sharedFile(path);
  if (!bytes) return fail(ErrorCode::not_found, "not shared");
  return parseMesh(bytesOf(*bytes), *meshFormatOf(path.substr(path.rfind('.'))));
}

}  // namespace

TEST_CASE("what is written is read back the same") {
  for (const int n : {1, 2, 9}) {
    for (const MeshFormat format : all_formats) {
      const auto again = parseMesh(bytesOf(*writeMesh(sheet(n), format)), format);
      CHECK(test::messageOf(again) == "");
      if (!again) continue;
      CHECK(again->V.rows() == sheet(n).V.rows());
      CHECK(again->F.rows() == sheet(n).F.rows());
      if (format == MeshFormat::stl) continue;  // floats, in the order of the triangles
      CHECK(sameRows(again->F, sheet(n).F));
      CHECK((again->V - sheet(n).V).cwiseAbs().maxCoeff() < 1e-8);  // OBJ has nine digits
      if (format != MeshFormat::obj) CHECK(sameRows(again->V, sheet(n).V));
    }
    CHECK(sameContent(*parsePly(bytesOf(writePly(trianglesOf(sheet(n)), MeshEncoding::text))),
                      sheet(n)));
    const auto stl = parseStl(bytesOf(writeStl(trianglesOf(sheet(n)), MeshEncoding::text)));
    for (Eigen::Index f = 0; f < sheet(n).F.rows(); ++f) {
      for (int i = 0; i < 3; ++i) {
        CHECK(sameRows(stl->V.row(stl->F(f, i)), sheet(n).V.row(sheet(n).F(f, i))));
      }
    }
  }
}

TEST_CASE("solids are written where the format has tetrahedra and refused elsewhere") {
  const MeshContent mesh = solid(4);
  for (const MeshFormat format : all_formats) {
    const auto file = writeMesh(mesh, format);
    if (format == MeshFormat::medit || format == MeshFormat::gmsh) {
      CHECK(sameContent(*parseMesh(bytesOf(*file), format), mesh));
    } else {
      CHECK(failsWith(file, "holds no tetrahedra"));
    }
  }
  CHECK(sameContent(*parseGmsh(bytesOf(writeGmsh(mesh, MeshEncoding::text))), mesh));
}

TEST_CASE("every prefix and every flipped byte gives a mesh that keeps its promises or an error") {
  const MeshContent mesh = solid(1);
  for (const MeshFormat format : all_formats) {
    const bool has_solids = format == MeshFormat::medit || format == MeshFormat::gmsh;
    const std::string file = *writeMesh(has_solids ? mesh : sheet(1), format);
    std::vector<std::string> damaged;
    for (std::size_t i = 0; i < file.size(); ++i) {
      damaged.push_back(file.substr(0, i));
      for (const char flip : {'\1', '\x10', '\x7f'}) {
        damaged.push_back(file);
        damaged.back()[i] ^= flip;
      }
    }
    for (const std::string& bytes : damaged) {
      const auto read = parseMesh(bytesOf(std::string_view(bytes.c_str(), bytes.size())), format);
      if (!read) {
        CHECK(!read.error().message.empty());
        continue;
      }
      CHECK(read->V.allFinite());
      CHECK((read->F.size() == 0 ||
             (read->F.minCoeff() >= 0 && read->F.maxCoeff() < read->V.rows())));
      CHECK((read->T.size() == 0 ||
             (read->T.minCoeff() >= 0 && read->T.maxCoeff() < read->V.rows())));
    }
  }
}

TEST_CASE("endings name formats") {
  CHECK(meshFormatOf(".obj") == MeshFormat::obj);
  CHECK(meshFormatOf(".mesh") == MeshFormat::medit);
  CHECK(meshFormatOf(".msh") == MeshFormat::gmsh);
  CHECK(!meshFormatOf(".glb"));
  CHECK(!meshFormatOf(""));
}

TEST_CASE("real meshes have the sizes that their publishers give") {
  struct Expected {
    const char* file;
    Eigen::Index vertices, triangles, tetrahedra;
  };
  for (const auto& [file, vertices, triangles, tetrahedra] :
       {Expected{"data/geometry/arm.obj", 8311, 16618, 0},
        {"data/geometry/bunny.off", 3485, 6966, 0},
        {"data/geometry/cow.off", 2762, 5520, 0},
        {"data/geometry/decimated-knight.off", 502, 1000, 0},
        {"data/geometry/woody.obj", 694, 1267, 0},
        {"data/geometry/elephant.obj", 6034, 12064, 0},
        {"data/geometry/octopus-low.mesh", 452, 898, 1140},
        {"data/geometry/hand.mesh", 7234, 9556, 29998},
        {"data/geometry/hand.msh", 7234, 9556, 29998},
        {"data/3d/MPFBHuman/base.obj", 19158, 2 * 18486, 0}}) {
    const auto mesh = sharedMesh(file);
    if (!test::sharedFolder()) return;
    CHECK(test::messageOf(mesh) == "");
    if (!mesh) continue;
    CAPTURE(file);
    CHECK(mesh->V.rows() == vertices);
    CHECK(mesh->F.rows() == triangles);
    CHECK(mesh->T.rows() == tetrahedra);
  }
}

TEST_CASE("text and binary files of one hand, and the reference's arrays, are the same solid") {
  const auto V = test::sharedMatrix("reference/bbw/hand_V.dmat");
  if (!V) return;
  auto T = test::sharedMatrix("reference/bbw/hand_Ele.dmat")->cast<int>().eval();
  const MeshContent text = *sharedMesh("data/geometry/hand.mesh");
  const MeshContent binary = *sharedMesh("data/geometry/hand.msh");
  CHECK((text.V - *V).cwiseAbs().maxCoeff() < 1e-5);
  CHECK((binary.V - *V).cwiseAbs().maxCoeff() < 1e-5);
  Eigen::MatrixXi a = text.T, b = binary.T;
  const auto sorted = [](Eigen::MatrixXi rows) {
    for (auto row : rows.rowwise()) std::sort(row.begin(), row.end());
    return rows;
  };
  CHECK(sameRows(sorted(a), sorted(T)));
  CHECK(sameRows(sorted(b), sorted(T)));
}

TEST_CASE("numbers that no double can hold are refused when large and zero when small") {
  const auto firstOf = [](const std::string& number) -> std::optional<double> {
    const std::string file = "v " + number + " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const auto mesh = parseMesh({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()},
                                MeshFormat::obj);
    if (!mesh) return std::nullopt;
    return mesh->V(0, 0);
  };
  const std::string many(400, '0');
  for (const std::string& large : {std::string("1e999"), std::string("-1E+400"), "1" + many}) {
    CHECK(!firstOf(large));
  }
  for (const std::string& small :
       {std::string("1e-999"), std::string("-1E-400"), "0." + many + "1"}) {
    CHECK(firstOf(small) == 0);
  }
  CHECK(firstOf("1e308") == 1e308);
}

TEST_CASE("STL refuses coordinates that its numbers cannot hold") {
  MeshContent mesh;
  mesh.V.resize(3, 3);
  mesh.V << 0, 0, 0, 1e39, 0, 0, 0, 1, 0;
  mesh.F.resize(1, 3);
  mesh.F << 0, 1, 2;
  CHECK(!writeMesh(mesh, MeshFormat::stl));
  CHECK(writeMesh(mesh, MeshFormat::off));
}

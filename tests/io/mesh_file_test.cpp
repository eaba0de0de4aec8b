// SPDX-License-Identifier: MIT
#include "vide/io/mesh_file.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/message_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide;
using test::failsWith;

namespace {

MeshContent pyramid() {
  MeshContent mesh{Eigen::MatrixXd(4, 3), Eigen::MatrixX3i(1, 3), Eigen::MatrixX4i(1, 4)};
  mesh.V << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  mesh.F << 0, 2, 1;
  mesh.T << 0, 1, 2, 3;
  return mesh;
}

}  // namespace

TEST_CASE("meshes go to files and come back by the ending of the path") {
  const test::TemporaryFolder folder;
  for (const char* name : {"a.obj", "a.OFF", "a.ply", "a.stl", "a.mesh", "a.msh"}) {
    const std::string path = folder.file(name);
    MeshContent mesh = pyramid();
    if (!std::string(name).starts_with("a.m")) mesh.T.resize(0, 4);
    CHECK(test::messageOf(saveMesh(path, mesh)) == "");
    const auto again = readMesh(path);
    CHECK(test::messageOf(again) == "");
    if (!again) continue;
    CHECK(again->T == mesh.T);
    CHECK(again->F.rows() == mesh.F.rows());
  }
}

TEST_CASE("matrices go to files and come back") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a.dmat");
  CHECK(saveMatrix(path, pyramid().V).has_value());
  CHECK(*readMatrix(path) == pyramid().V);
}

TEST_CASE("messages begin with the path") {
  const test::TemporaryFolder folder;
  const std::string ply = folder.file("no.ply"), glb = folder.file("no.glb"),
                    off = folder.file("a.off");
  CHECK(failsWith(readMesh(ply), ply + ": "));
  CHECK(failsWith(readMatrix(ply), ply + ": "));
  CHECK(failsWith(readMesh(glb), glb + ": not a mesh file that VIDE knows; use .obj, .off"));
  CHECK(failsWith(saveMesh(glb, pyramid()), glb + ": not a mesh file"));
  CHECK(failsWith(saveMesh(off, pyramid()), off + ": the format holds no tetrahedra"));
  REQUIRE(saveMatrix(off, pyramid().V).has_value());
  CHECK(failsWith(readMesh(off), off + ": line 1: the file does not begin with OFF"));
}

// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include "tests/cli/command_run.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/mesh_file.hpp"
#include "vide/pipeline/read_files.hpp"

using namespace vide;
using test::checkRefused;
using test::report;
using test::writeText;

namespace {

// A flat bar of 12 x 2 squares, with two bones end to end along its middle.
struct Files {
  test::TemporaryFolder folder;
  std::string mesh = folder.file("bar.obj"), bones = folder.file("bones.json"),
              handles = folder.file("ends.json");

  Files() {
    std::string obj;
    for (int c = 0; c <= 12; ++c) {
      for (int r = 0; r <= 2; ++r) {
        obj += "v " + std::to_string(c) + " " + std::to_string(r) + " 0\n";
      }
    }
    for (int c = 0; c < 12; ++c) {
      for (int r = 0; r < 2; ++r) {
        const int v = 3 * c + r + 1;
        obj += "f " + std::to_string(v) + " " + std::to_string(v + 3) + " " +
               std::to_string(v + 4) + " " + std::to_string(v + 1) + "\n";
      }
    }
    writeText(mesh, obj);
    writeText(bones, R"([{"name": "upper", "parent": -1, "head": [0, 1], "tail": [6, 1]},
                         {"name": "lower", "parent": 0, "head": [6, 1], "tail": [12, 1]}])");
    writeText(handles, R"({"handles": [{"vertices": [1]}, {"vertices": [37]}]})");
  }
};

}  // namespace

TEST_CASE("weights of bones sum to one, are told with their certificate, and make a document") {
  const Files files;
  const std::string matrix = files.folder.file("w.dmat"), document = files.folder.file("bar.glb");
  const auto told = report({"weights", files.mesh, "--skeleton", files.bones, "-o", matrix});
  CHECK(told["vertices"] == 39);
  CHECK(told["bones"] == 2);
  CHECK(told["method"] == "bbw");
  CHECK(told["objective"] > 0);
  CHECK(told["kkt_residual"] <= 1e-6);
  const auto W = readMatrix(matrix);
  REQUIRE(W);
  REQUIRE(W->rows() == 39);
  REQUIRE(W->cols() == 2);
  CHECK((W->rowwise().sum().array() - 1).abs().maxCoeff() < 1e-6);
  CHECK((*W)(4, 0) == 1);            // on the first bone
  CHECK((*W)(3 * 6 + 1, 0) == 0.5);  // where both meet
  CHECK(W->minCoeff() >= 0);

  report({"weights", files.mesh, "--skeleton", files.bones, "-o", document});
  const auto rigged = readDocument(document);
  REQUIRE(rigged);
  REQUIRE(rigged->layers.size() == 1);
  CHECK(rigged->skeleton.size() == 2);
  CHECK(rigged->layers[0].weights.vertices() == 39);
  CHECK(rigged->layers[0].settings.weights == WeightMethod::bounded_biharmonic);
  report({"pose", document, "--rotate", "lower=40", "-o", files.folder.file("posed.png")});
}

TEST_CASE("weights of handles serve deform") {
  const Files files;
  const std::string matrix = files.folder.file("w.dmat");
  const auto told = report({"weights", files.mesh, "--handles", files.handles, "-o", matrix});
  CHECK(told["handles"] == 2);
  for (const std::string method : {"lbs", "dqs", "fast"}) {
    const std::string given = files.folder.file("given.obj"),
                      found = files.folder.file("found.obj");
    writeText(files.handles, R"({"handles": [{"vertices": [1]},
                                             {"vertices": [37], "move": [0, 4], "degrees": 20}]})");
    report({"deform", files.mesh, "--handles", files.handles, "--method", method, "--weights",
            matrix, "-o", given});
    report({"deform", files.mesh, "--handles", files.handles, "--method", method, "-o", found});
    const auto a = readMesh(given), b = readMesh(found);
    REQUIRE(a);
    REQUIRE(b);
    CHECK((a->V - b->V).cwiseAbs().maxCoeff() < 1e-9);
    CHECK(a->V.row(1).isApprox(Eigen::RowVector3d(0, 1, 0), 1e-9));
    CHECK(a->V.row(37).isApprox(Eigen::RowVector3d(12, 5, 0), 1e-9));
  }
}

TEST_CASE("weights refuses bad input in one line") {
  const Files files;
  const std::string out = files.folder.file("w.dmat");
  checkRefused({"weights", files.mesh, "-o", out}, {"--skeleton", "--handles"});
  checkRefused(
      {"weights", files.mesh, "--handles", files.handles, "-o", files.folder.file("x.glb")},
      {"x.glb", "bones"});
  checkRefused({"weights", files.mesh, "--skeleton", files.bones, "-o", files.folder.file("x.obj")},
               {"x.obj", ".dmat"});
  checkRefused({"weights", files.mesh, "--skeleton", files.bones, "--method", "bbw", "--raw", "-o",
                files.folder.file("x.png")},
               {"--raw"});
  writeText(files.folder.file("none.obj"), "# nothing\n");
  checkRefused({"weights", files.folder.file("none.obj"), "--skeleton", files.bones, "-o", out},
               {"none.obj"});
}

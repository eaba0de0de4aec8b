// SPDX-License-Identifier: MIT
// `vide weights` with bones: every method, every kind of model, and what may follow.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/cli/command_run.hpp"
#include "tests/support/limbs.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/author/bone_weights.hpp"
#include "vide/io/mesh_file.hpp"
#include "vide/pipeline/read_files.hpp"

using namespace vide;
using test::checkRefused;
using test::report;
using test::writeText;

namespace {

// A limb along x from -2 to 2 with a left and a right bone that meet in the middle.
struct Limb {
  test::TemporaryFolder folder;
  std::string mesh = folder.file("limb.obj"), bones = folder.file("bones.json");

  Limb() {
    const TriMesh limb = test::limb({-2, 0, 0}, {2, 0, 0}, 0.4);
    REQUIRE(saveMesh(mesh, {limb.V, limb.F, {}}));
    writeText(bones, R"([{"name": "arm.R", "parent": -1, "head": [0, 0, 0], "tail": [-2, 0, 0]},
                         {"name": "arm.L", "parent": -1, "head": [0, 0, 0], "tail": [2, 0, 0]}])");
  }

  // The weights that these words lead to.
  Eigen::MatrixXd weights(std::vector<std::string> words) const {
    const std::string out = folder.file("w.dmat");
    words.insert(words.begin(), {"weights"});
    words.insert(words.end(), {"-o", out});
    report(words);
    const auto W = readMatrix(out);
    REQUIRE(W.has_value());
    CHECK((W->rowwise().sum().array() - 1).abs().maxCoeff() < 1e-6);
    CHECK(W->minCoeff() >= 0);
    return *W;
  }
};

// Each end of the limb follows its own bone.
void checkSides(const Eigen::MatrixXd& V, const Eigen::MatrixXd& W, double least) {
  REQUIRE(W.rows() == V.rows());
  REQUIRE(W.cols() == 2);
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    if (std::abs(V(v, 0)) > 1.5) CHECK(W(v, V(v, 0) > 0 ? 1 : 0) > least);
  }
}

}  // namespace

TEST_CASE("a surface is weighed through the solid that it fills, and the reason is told") {
  const Limb limb;
  const auto told =
      report({"weights", limb.mesh, "--skeleton", limb.bones, "-o", limb.folder.file("l.glb")});
  CHECK(told["method"] == "solid-heat");
  CHECK(told["reason"].get<std::string>().find("solid") != std::string::npos);
  const auto rigged = readDocument(limb.folder.file("l.glb"));
  REQUIRE(rigged.has_value());
  CHECK(rigged->layers[0].settings.weights == WeightMethod::solid_heat);
}

TEST_CASE("every method weighs a limb, told by its name") {
  const Limb limb;
  const Eigen::MatrixXd V = readMesh(limb.mesh)->V;
  for (const BoneWeightMethod& method : boneWeightMethods()) {
    CAPTURE(method.name);
    const auto W =
        limb.weights({limb.mesh, "--skeleton", limb.bones, "--method", std::string(method.name)});
    checkSides(V, W, 0.9);
  }
}

TEST_CASE("vertices without triangles are weighed by the skeleton's structure") {
  const Limb limb;
  writeText(limb.folder.file("points.obj"), "v -2 0 0\nv 2 0 0\nv 1.9 0.3 0\n");
  const auto told = report({"weights", limb.folder.file("points.obj"), "--skeleton", limb.bones,
                            "-o", limb.folder.file("w.dmat")});
  CHECK(told["method"] == "skeleton-aware");
  checkRefused({"weights", limb.folder.file("points.obj"), "--skeleton", limb.bones, "-o",
                limb.folder.file("points.glb")},
               {"points.glb", "triangles", ".dmat"});
}

TEST_CASE("vertices that no triangle uses keep their numbers and get weights") {
  const Limb limb;
  const auto V = readMesh(limb.mesh)->V;
  const std::string loose = limb.folder.file("loose.obj"), out = limb.folder.file("loose.glb");
  writeText(loose, "v 5 5 5\nv 0 0 0\nv 1 0 0\nv 0 1 1\nf 2 3 4\nv 6 6 6\n");
  report({"weights", loose, "--skeleton", limb.bones, "-o", out});
  const auto rigged = readDocument(out);
  REQUIRE(rigged.has_value());
  REQUIRE(rigged->layers[0].mesh.V.rows() == 5);
  CHECK(rigged->layers[0].mesh.V.row(0) == Eigen::RowVector3d(5, 5, 5));
  CHECK(rigged->layers[0].weights.vertices() == 5);
}

TEST_CASE("a rigged picture is weighed as a mesh in a plane") {
  const test::TemporaryFolder folder;
  const std::string drawn = folder.file("limb.glb"), again = folder.file("again.glb");
  report({"rig", test::example("limb/limb.png"), "--skeleton", test::example("limb/skeleton.json"),
          "-o", drawn});
  const auto told = report({"weights", drawn, "-o", again});
  CHECK(told["method"] == "bbw");
  const auto before = readDocument(drawn), after = readDocument(again);
  REQUIRE(after.has_value());
  CHECK(after->layers[0].mesh.V == before->layers[0].mesh.V);
  CHECK(after->layers[0].image == before->layers[0].image);
  CHECK(after->layers[0].settings.weights == WeightMethod::bounded_biharmonic);
}

TEST_CASE("a rigged model is weighed anew with the bones it has") {
  const Limb limb;
  const std::string first = limb.folder.file("a.glb"), second = limb.folder.file("b.glb");
  report({"weights", limb.mesh, "--skeleton", limb.bones, "-o", first});
  const auto told = report({"weights", first, "--method", "bone-heat", "-o", second});
  CHECK(told["bones"] == 2);
  const auto before = readDocument(first), after = readDocument(second);
  REQUIRE(before.has_value());
  REQUIRE(after.has_value());
  CHECK(after->layers[0].mesh.V == before->layers[0].mesh.V);
  CHECK(after->layers[0].settings.weights == WeightMethod::bone_heat);
  CHECK(after->layers[0].weights.weight != before->layers[0].weights.weight);
}

TEST_CASE("weights are copied from a model to one of other triangles") {
  const Limb limb;
  const std::string rigged = limb.folder.file("a.glb"), finer = limb.folder.file("finer.obj");
  report({"weights", limb.mesh, "--skeleton", limb.bones, "-o", rigged});
  const TriMesh other = test::limb({-2, 0, 0}, {2, 0, 0}, 0.4, 16, 24);
  REQUIRE(saveMesh(finer, {other.V, other.F, {}}));
  checkSides(other.V, limb.weights({finer, "--from", rigged}), 0.9);
  const auto itself = limb.weights({limb.mesh, "--from", rigged});
  const auto direct = limb.weights({limb.mesh, "--skeleton", limb.bones});
  CHECK((itself - direct).cwiseAbs().maxCoeff() < 1e-6);  // files hold 32-bit floats
}

TEST_CASE("one side's weights are copied to the other, and sharp ones made soft") {
  const Limb limb;
  const auto V = readMesh(limb.mesh)->V;
  const std::vector<std::string> words{limb.mesh,        "--skeleton",   limb.bones, "--method",
                                       "skeleton-aware", "--smoothness", "0.05"};
  auto mirrored_words = words, smooth_words = words;
  mirrored_words.insert(mirrored_words.end(), {"--mirror", "+x"});
  smooth_words.insert(smooth_words.end(), {"--smooth", "8"});
  const auto sharp = limb.weights(words), mirrored = limb.weights(mirrored_words),
             smooth = limb.weights(smooth_words);
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    for (Eigen::Index u = 0; u < V.rows(); ++u) {
      const Eigen::RowVector3d image(-V(v, 0), V(v, 1), V(v, 2));
      if ((V.row(u) - image).norm() < 1e-9) {
        CHECK(mirrored(u, 0) == doctest::Approx(mirrored(v, 1)).epsilon(1e-6));
      }
    }
  }
  const auto blended = [](const Eigen::MatrixXd& W) { return (W.array() > 0.05).count(); };
  CHECK(blended(smooth) > blended(sharp));
}

TEST_CASE("a model of another program keeps all but its weights") {
  const auto shared = test::sharedFolder();
  if (!shared) return;
  const test::TemporaryFolder folder;
  const std::string fox = *shared + "/data/3d/Fox/Fox.glb", out = folder.file("fox.glb");
  const auto before = report({"inspect", fox});
  const auto told = report({"weights", fox, "--method", "bone-heat", "-o", out});
  CHECK(told["vertices"] == before["vertices"]);
  const auto after = report({"inspect", out});
  for (const char* same : {"vertices", "triangles", "joints", "clips", "materials", "images"}) {
    if (before.contains(same)) CHECK(after[same] == before[same]);
  }
}

TEST_CASE("words that do not go with the method are wrong usage") {
  const Limb limb;
  const std::string held = limb.folder.file("held.json");
  writeText(held, R"({"handles": [{"vertices": [1]}]})");
  const auto refused = [&](std::vector<std::string> words, std::vector<std::string> parts) {
    words.insert(words.begin(), {"weights", limb.mesh, "-o", limb.folder.file("w.dmat")});
    const auto run = test::runVide(words);
    CHECK(run.status == 2);
    for (const std::string& part : parts) {
      CAPTURE(part);
      CHECK(run.err.find(part) != std::string::npos);
    }
  };
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--skeleton", limb.bones});
    return words;
  };
  refused(with({"--joint"}), {"--joint", "bbw"});
  refused(with({"--method", "bone-heat", "--raw"}), {"--raw", "bone-heat"});
  refused(with({"--method", "bbw", "--order", "3"}), {"--order", "biharmonic"});
  refused(with({"--method", "bbw", "--cells", "100"}), {"--cells", "solid-heat"});
  refused(with({"--smoothness", "1"}), {"--smoothness", "geodesic"});
  refused(with({"--method", "bbw", "--raw", "--smooth", "3"}), {"--smooth", "--raw"});
  refused(with({"--from", limb.mesh}), {"--from", "--skeleton"});
  refused(with({"--method", "biharmonic"}), {"biharmonic", "--handles"});
  refused(with({"--yaw", "30"}), {"--yaw"});
  refused({"--from", limb.mesh, "--method", "bone-heat"}, {"--from", "--method"});
  refused({"--from", limb.mesh, "--cells", "10"}, {"--cells"});
  refused({"--handles", held, "--mirror", "+x"}, {"--mirror", "--handles"});
  refused({"--handles", held, "--method", "bone-heat"}, {"bone-heat", "bbw"});
  refused({"--handles", held, "--cells", "10"}, {"--cells"});
  refused({"--handles", held, "--method", "biharmonic", "--smooth", "2"}, {"--smooth"});
  refused({"--handles", held, "--method", "biharmonic", "--influences", "2"}, {"--influences"});
}

TEST_CASE("what cannot be weighed is refused in one line") {
  const Limb limb;
  const std::string out = limb.folder.file("w.dmat");
  checkRefused({"weights", limb.mesh, "-o", out}, {"limb.obj", "no bones", "--skeleton"});
  checkRefused({"weights", limb.mesh, "--from", limb.mesh, "-o", out}, {"limb.obj"});
  writeText(limb.folder.file("bad.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 9\n");
  checkRefused({"weights", limb.folder.file("bad.obj"), "--skeleton", limb.bones, "-o", out},
               {"bad.obj"});
}

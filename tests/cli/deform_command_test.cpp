// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/cli/command_run.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/mesh_file.hpp"

using namespace vide;
using test::checkRefused;
using test::report;
using test::TemporaryFolder;
using test::writeText;

namespace {

// A strip of eight squares along x in space.
constexpr const char* strip =
    "v 0 0 0\nv 1 0 0\nv 2 0 0.1\nv 3 0 0\nv 4 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0.1\nv 3 1 0\nv 4 1 0\n"
    "f 1 2 7 6\nf 2 3 8 7\nf 3 4 9 8\nf 4 5 10 9\n";
constexpr const char* lift = R"({"handles": [
  {"name": "left", "vertices": [0, 5]},
  {"name": "right", "box": {"low": [3.5, 0, -1], "high": [5, 1, 1]}, "move": [0, 0, 1]}]})";

struct Files {
  TemporaryFolder folder;
  std::string mesh = folder.file("strip.obj"), handles = folder.file("lift.json");

  Files() {
    writeText(mesh, strip);
    writeText(handles, lift);
  }
};

}  // namespace

TEST_CASE("deform writes the mesh with its handles where they should be") {
  const Files files;
  for (const std::string method : {"arap", "harmonic"}) {
    const std::string out = files.folder.file(method + ".obj");
    const auto told =
        report({"deform", files.mesh, "--handles", files.handles, "--method", method, "-o", out});
    CHECK(told["vertices"] == 10);
    CHECK(told["iterations"] >= 1);
    CHECK(told.contains("seconds_precompute"));
    CHECK(told.contains("seconds_solve"));
    const auto mesh = readMesh(out);
    REQUIRE(mesh);
    REQUIRE(mesh->F.rows() == 8);
    CHECK(mesh->V.row(5).isApprox(Eigen::RowVector3d(0, 1, 0), 1e-12));
    CHECK(mesh->V.row(9).isApprox(Eigen::RowVector3d(4, 1, 1), 1e-12));
    CHECK(mesh->V(2, 2) > 0.2);
  }
}

TEST_CASE("deform writes numbered frames and pictures") {
  const Files files;
  const auto told = report({"deform", files.mesh, "--handles", files.handles, "--frames", "10",
                            "-o", files.folder.file("x.off")});
  CHECK(told["written"].size() == 10);
  CHECK(readMesh(files.folder.file("x_01.off"))->V.row(9).z() == doctest::Approx(0));
  CHECK(readMesh(files.folder.file("x_10.off"))->V.row(9).z() == doctest::Approx(1));
  report({"deform", files.mesh, "--handles", files.handles, "-o", files.folder.file("x.png"),
          "--size", "120x80", "--wireframe"});
  CHECK(test::contentOf(files.folder.file("x.png")).starts_with("\x89PNG"));
}

TEST_CASE("the bar that ships with the project bends by every method") {
  const test::TemporaryFolder folder;
  for (const std::string handles : {"bend", "twist", "chain"}) {
    for (const std::string method : {"arap", "harmonic", "fast", "lbs", "dqs"}) {
      const std::string out = folder.file("bar.off");
      report({"deform", test::example("bar/bar.obj"), "--handles",
              test::example("bar/" + handles + ".json"), "--method", method, "-o", out});
      const auto mesh = readMesh(out);
      REQUIRE(mesh);
      CHECK(mesh->V.rows() == 842);
      CHECK(mesh->V.allFinite());
      CHECK(mesh->V.col(0).minCoeff() < 1e-9);  // the left end stays
    }
  }
}

TEST_CASE("deform moves by given weights") {
  const Files files;
  const std::string weights = files.folder.file("w.dmat"), out = files.folder.file("lbs.obj");
  writeText(weights, "2 10\n1 .75 .5 .25 0 1 .75 .5 .25 0\n0 .25 .5 .75 1 0 .25 .5 .75 1\n");
  report({"deform", files.mesh, "--handles", files.handles, "--method", "lbs", "--weights", weights,
          "-o", out});
  CHECK(readMesh(out)->V.row(6).isApprox(Eigen::RowVector3d(1, 1, 0.25), 1e-12));
}

TEST_CASE("deform tells iterations and energy, null where a method makes none least") {
  const Files files;
  const std::string out = files.folder.file("out.obj");
  for (const auto& [method, iterates] : std::map<std::string, int>{
           {"arap", 1}, {"fast", 1}, {"harmonic", 1}, {"lbs", 0}, {"dqs", 0}}) {
    CAPTURE(method);
    const auto told =
        report({"deform", files.mesh, "--handles", files.handles, "--method", method, "-o", out});
    if (iterates == 0) {
      CHECK(told["iterations"] == 0);
      REQUIRE(told.contains("energy"));
      CHECK(told["energy"].is_null());
    } else {
      CHECK(told["iterations"] >= 1);
      CHECK(told["energy"] > 0);
    }
  }
}

TEST_CASE("deform refuses options that its method or output does not read, naming what does") {
  const Files files;
  const std::string out = files.folder.file("out.obj");
  const auto refuse = [&](const std::string& method, std::vector<std::string> option,
                          const std::string& readers) {
    std::vector<std::string> words = {"deform",   files.mesh, "--handles", files.handles,
                                      "--method", method,     "-o",        out};
    words.insert(words.end(), option.begin(), option.end());
    const auto run = test::runVide(words);
    CHECK(run.status == 2);
    CHECK_MESSAGE(run.err.find(option[0] + ": " + method + " does not read it; it is for " +
                               readers) != std::string::npos,
                  run.err);
  };
  refuse("arap", {"--order", "2"}, "harmonic and coordinates");
  refuse("lbs", {"--order", "2"}, "harmonic and coordinates");
  refuse("coordinates", {"--surface"}, "harmonic");
  refuse("harmonic", {"--weights", "w.dmat"}, "fast, lbs and dqs");
  for (const auto& option : std::vector<std::vector<std::string>>{{"--energy", "spokes"},
                                                                  {"--iterations", "3"},
                                                                  {"--tolerance", "0"},
                                                                  {"--clamped-weights"}}) {
    for (const char* method : {"harmonic", "coordinates", "lbs", "dqs"}) {
      refuse(method, option, "arap and fast");
    }
  }
  const auto run =
      test::runVide({"deform", files.mesh, "--handles", files.handles, "-o", out, "--yaw", "30"});
  CHECK(run.status == 2);
  CHECK(run.err.find("--yaw: a mesh file does not read it; it is for pictures") != run.err.npos);
}

TEST_CASE("deform refuses bad input in one line and leaves old files alone") {
  const Files files;
  const std::string out = files.folder.file("old.obj");
  writeText(out, "old");
  const auto refuse = [&](const std::string& handles, const std::vector<std::string>& parts) {
    writeText(files.folder.file("bad.json"), handles);
    checkRefused({"deform", files.mesh, "--handles", files.folder.file("bad.json"), "-o", out},
                 parts);
    CHECK(test::contentOf(out) == "old");
  };
  refuse("", {"bad.json", "JSON"});
  refuse(R"({"handles": []})", {"bad.json", "no handles"});
  refuse(R"({"handles": [{"vertices": [0, 0]}]})", {"handle 0", "vertex 0"});
  refuse(R"({"handles": [{"vertices": [10]}]})", {"vertex 10"});
  refuse(R"({"handles": [{"vertices": []}]})", {"no vertex"});
  refuse(R"({"groups": "../x.dmat", "handles": [{"group": 1}]})", {"outside"});
  refuse(R"({"groups": "none.dmat", "handles": [{"group": 1}]})", {"none.dmat"});
  writeText(files.folder.file("g.dmat"), "1 3\n0 1 2\n");
  refuse(R"({"groups": "g.dmat", "handles": [{"group": 1}]})", {"3 group numbers"});
  checkRefused({"deform", "no.obj", "--handles", files.handles, "-o", out}, {"no.obj"});
  checkRefused({"deform", files.mesh, "--handles", files.handles, "-o", files.folder.file("x.txt")},
               {"x.txt", ".png"});
  writeText(files.folder.file("w.dmat"), "1 10\n1 1 1 1 1 1 1 1 1 1\n");
  checkRefused({"deform", files.mesh, "--handles", files.handles, "--method", "lbs", "--weights",
                files.folder.file("w.dmat"), "-o", out},
               {"1 handles", "2"});
  checkRefused(
      {"deform", files.mesh, "--handles", files.handles, "--method", "coordinates", "-o", out},
      {"solid of tetrahedra"});
}

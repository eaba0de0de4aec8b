// SPDX-License-Identifier: MIT
#include "vide/pipeline/painted_mesh.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/support/message_of.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/author/weigh_mesh.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/io/image_file.hpp"
#include "vide/pipeline/model_file.hpp"

using namespace vide;

namespace {

void write(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

void writePicture(const std::string& path, std::uint8_t alpha) {
  Image image(2, 2);
  std::fill(image.rgba.begin(), image.rgba.end(), std::uint8_t{200});
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = alpha;
  REQUIRE(writePng(path, image));
}

// Two squares that share an edge, cut apart in the texture, and a vertex of no face: the corners at
// the seam have two texture coordinates each.
const std::string squares =
    "mtllib m.mtl\n"
    "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\nv 9 9 9\n"
    "vt 0 0\nvt 0.4 0\nvt 0.4 1\nvt 0 1\nvt 0.6 0\nvt 1 0\nvt 1 1\nvt 0.6 1\n";
const std::string left = "f 1/1 2/2 5/3 4/4\n", right = "f 2/5 3/6 6/7 5/8\n";

Skeleton bar() {
  std::vector<Bone> bones(2);
  bones[0] = {.id = 0, .name = "a", .tail = {1, 0, 0}};
  bones[1] = {.id = 1, .name = "b", .parent = 0, .tail = {1, 0, 0}};
  bones[1].local.translation = {1, 0, 0};
  return Skeleton::fromBones(bones).value();
}

// Weights by x, the bones being those of the bar.
VertexWeights weightsOf(const Eigen::MatrixXd& V) {
  VertexWeights weights{.handles = 2};
  for (Eigen::Index v = 0; v < V.rows(); ++v) {
    const double share = std::clamp(V(v, 0) / 2, 0.0, 1.0);
    std::vector<Influence> row{{0, 1 - share}, {1, share}};
    appendRow(weights, row);
  }
  return weights;
}

Document painted(const PaintedMesh& mesh) {
  Document document = riggedMesh("squares", mesh.mesh, bar(), weightsOf(mesh.mesh.V), {});
  paintLayers(document, mesh.paint);
  CHECK(validate(document));
  return document;
}

// Each row has the weights that belong to its position.
void checkWeights(const Layer& layer) {
  const VertexWeights wanted = weightsOf(layer.mesh.V);
  CHECK(layer.weights.handle == wanted.handle);
  CHECK(layer.weights.weight == wanted.weight);
}

struct Files {
  test::TemporaryFolder folder;
  std::string obj = folder.file("squares.obj"), mtl = folder.file("m.mtl");
};

}  // namespace

TEST_CASE("with one material vertices keep their numbers and copies at seams come after") {
  const Files files;
  write(files.obj, squares + "usemtl skin\n" + left + right);
  write(files.mtl, "newmtl skin\nKd 1 1 1\nmap_Kd skin.png\n");
  writePicture(files.folder.file("skin.png"), 255);
  const PaintedMesh mesh = readPaintedMesh(files.obj).value();
  CHECK(mesh.warnings.empty());
  CHECK(mesh.mesh.V.rows() == 7);
  const Document document = painted(mesh);
  REQUIRE(document.layers.size() == 1);
  const Layer& layer = document.layers[0];
  REQUIRE(layer.mesh.V.rows() == 9);
  CHECK(layer.mesh.V.topRows(7) == mesh.mesh.V);
  CHECK(layer.mesh.V.row(7) == mesh.mesh.V.row(1));
  CHECK(layer.mesh.V.row(8) == mesh.mesh.V.row(4));
  CHECK(layer.transparency == Transparency::opaque);
  CHECK(layer.name == "squares");
  checkWeights(layer);
  for (Eigen::Index f = 0; f < layer.mesh.F.rows(); ++f) {
    for (int corner = 0; corner < 3; ++corner) {
      const int row = layer.mesh.F(f, corner);
      CHECK(layer.mesh.V.row(row) == mesh.mesh.V.row(mesh.mesh.F(f, corner)));
      CHECK(layer.uv.row(row) == mesh.paint.uv.row(mesh.paint.uv_corners(f, corner)));
    }
  }
}

TEST_CASE("each material becomes a layer with its own look") {
  const Files files;
  write(files.obj, squares + "usemtl skin\n" + left + "usemtl glass\n" + right);
  write(files.mtl, "newmtl glass\nKd 0.5 0.25 0\nd 0.5\nnewmtl skin\nmap_Kd skin.png\n");
  writePicture(files.folder.file("skin.png"), 128);
  const PaintedMesh mesh = readPaintedMesh(files.obj).value();
  const Document document = painted(mesh);
  REQUIRE(document.layers.size() == 2);
  const Layer &skin = document.layers[0], &glass = document.layers[1];
  CHECK(skin.name == "skin");
  CHECK(skin.image.has_value());
  CHECK(skin.transparency == Transparency::blend);  // its picture has alpha
  CHECK(skin.mesh.V.rows() == 5);                   // with the vertex of no face
  CHECK(skin.uv.rows() == 5);
  CHECK(glass.tint == Vec3{0.5, 0.25, 0});
  CHECK(glass.opacity == 0.5);
  CHECK(glass.transparency == Transparency::blend);
  CHECK_FALSE(glass.image.has_value());
  CHECK(glass.mesh.V.rows() == 4);
  for (const Layer& layer : document.layers) checkWeights(layer);
}

TEST_CASE("a painted mesh is written opaque and lit, with its picture repeating") {
  const Files files;
  write(files.obj, squares + "usemtl skin\n" + left + right);
  write(files.mtl, "newmtl skin\nmap_Kd skin.png\n");
  writePicture(files.folder.file("skin.png"), 255);
  const auto model = ModelFile::open(files.obj);
  REQUIRE(model);
  const std::string out = files.folder.file("out.glb");
  const Skeleton skeleton = bar();
  REQUIRE(model->saveRigged(out, weightsOf(model->mesh().V), {}, &skeleton));
  const auto file = readFile(out);
  const std::string json(file->begin(), file->end());
  CHECK(json.find("\"OPAQUE\"") != json.npos);
  CHECK(json.find("BLEND") == json.npos);
  CHECK(json.find("unlit") == json.npos);
  CHECK(json.find("10497") != json.npos);
  const Document document = readDocument(out).value();
  CHECK(document.images.size() == 1);
  CHECK(document.layers[0].uv.rows() == 9);
}

TEST_CASE("what a mesh's materials lack becomes a warning and leaves it white") {
  const Files files;
  write(files.obj, squares + "usemtl skin\n" + left + right);
  const auto check = [&](const std::string& mtl, const std::string& named) {
    CAPTURE(named);
    write(files.mtl, mtl);
    const auto mesh = readPaintedMesh(files.obj);
    REQUIRE(mesh);
    REQUIRE(mesh->warnings.size() == 1);
    CAPTURE(mesh->warnings[0]);
    CHECK(mesh->warnings[0].starts_with(files.obj + ": "));
    CHECK(mesh->warnings[0].find(named) != std::string::npos);
    const Document document = painted(*mesh);
    CHECK(document.images.empty());
    CHECK(document.layers.size() == 1);
  };
  check("newmtl other\n", "\"skin\"");
  check("newmtl skin\nmap_Kd no such.png\n", "no such.png");
  check("newmtl skin\nmap_Kd ../secret.png\n", "outside its folder");
  check("newmtl skin\nmap_Kd /etc/passwd\n", "outside its folder");
  check("newmtl skin\nmap_Kd m.mtl\n", "m.mtl");  // itself
  check("newmtl skin\nmap_Kd .\n", "is not a file");
  check("newmtl skin\nKd one two three\n", "line 2: Kd");
  write(files.folder.file("cut.png"), "\x89PNG\r\n\x1A\n");
  check("newmtl skin\nmap_Kd cut.png\n", "cut.png");

  write(files.obj, "mtllib ../m.mtl\n" + squares.substr(13) + left);
  const auto outside = readPaintedMesh(files.obj);
  REQUIRE(outside);
  REQUIRE(outside->warnings.size() == 1);
  CHECK(outside->warnings[0].find("outside its folder") != std::string::npos);
  write(files.obj, squares + "vt 1e35 0\n" + left);
  CHECK(test::failsWith(readPaintedMesh(files.obj), "texture coordinate"));
  std::string many = squares;
  for (int i = 0; i < 1001; ++i) many += "usemtl m" + std::to_string(i) + "\n" + left;
  write(files.obj, many);
  write(files.mtl, "newmtl skin\n");
  CHECK(painted(*readPaintedMesh(files.obj)).layers.size() == 1);
}

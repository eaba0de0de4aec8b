// SPDX-License-Identifier: MIT
#include "vide/stage/document_renderer.hpp"

#include <doctest/doctest.h>

#include <map>

#include "tests/support/allocation_count.hpp"
#include "tests/support/layered_figure.hpp"
#include "vide/animation/sample.hpp"
#include "vide/pipeline/open_renderer.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;
using namespace vide::test;

namespace {

std::size_t indexOf(const Document& document, LayerId id) {
  return std::size_t(findLayer(document, id) - document.layers.data());
}

// A document, its renderer and one picture.
class Stage {
 public:
  explicit Stage(Document of)
      : document(std::move(of)), renderer(made(document)), workspace(renderer) {
    renderer.pose(Pose::rest(document.skeleton.size()).local, workspace);
  }

  Image at(double time, const FrameStyle& style = {}) {
    renderer.pose(document.clips[0], time, workspace);
    return picture(style);
  }
  Image picture(const FrameStyle& style = {}) {
    Canvas canvas(document.canvas_width, document.canvas_height);
    renderer.draw(Camera2D::document(document.canvas_height), style, workspace, canvas);
    return canvas.toImage();
  }
  std::vector<float> positions(LayerId id) const {
    const auto now = renderer.positions(indexOf(document, id), workspace);
    return {now.begin(), now.end()};
  }

  Document document;
  DocumentRenderer renderer;
  DocumentRenderer::Workspace workspace;

 private:
  static DocumentRenderer made(const Document& document) {
    auto renderer = openRenderer(document);
    REQUIRE(renderer.has_value());
    return *std::move(renderer);
  }
};

// A square of 20 pixels, its bottom-left corner at (left, bottom), one colour, on a canvas of
// 60 x 60.
struct Square {
  LayerId id;
  double left, bottom;
  Color color;
};

Document squares(const std::vector<Square>& list) {
  Document document{.canvas_width = 60, .canvas_height = 60};
  for (const Square& square : list) {
    Image image(20, 20);
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
      const std::uint8_t pixel[] = {square.color.r, square.color.g, square.color.b, square.color.a};
      std::copy(pixel, pixel + 4, image.rgba.begin() + std::ptrdiff_t(i));
    }
    document.images.push_back({square.id, "square", "image/png", *encodePng(image), 20, 20});
    Layer layer{.id = square.id, .name = "square", .image = square.id};
    const double l = square.left, b = square.bottom;
    layer.mesh.V.resize(4, 3);
    layer.mesh.V << l, b, 0, l + 20, b, 0, l + 20, b + 20, 0, l, b + 20, 0;
    layer.mesh.F.resize(2, 3);
    layer.mesh.F << 0, 1, 2, 0, 2, 3;
    layer.uv.resize(4, 2);
    layer.uv << 0, 1, 1, 1, 1, 0, 0, 0;
    document.draw_order.push_back(square.id);
    document.layers.push_back(std::move(layer));
  }
  return document;
}

constexpr Color red{255, 0, 0, 255}, blue{0, 0, 255, 255};

std::vector<int> pixelAt(const Image& image, int x, int y_up) {
  const std::uint8_t* pixel = image.pixel(x, image.height - 1 - y_up);
  return {pixel, pixel + 4};
}

Offsets allMoved(double x, double y) { return Offsets(4, Vec3{x, y, 0}); }

}  // namespace

TEST_CASE("an arm in a layer of its own swings and nothing else moves") {
  Document document = layeredFigure();
  std::erase_if(document.clips[0].bones,
                [](const BoneTrack& track) { return track.bone != figure::upper_arm; });
  Stage stage(std::move(document));
  std::map<LayerId, std::vector<float>> before;
  stage.at(0);
  for (const Layer& layer : stage.document.layers) before[layer.id] = stage.positions(layer.id);
  stage.at(0.3);
  for (const auto& [id, positions] : before) {
    CAPTURE(id);
    CHECK((stage.positions(id) != positions) == (id == figure::arm));
  }
}

TEST_CASE("the draw order of a moment says what covers what, and a slot what is seen") {
  Document document = squares({{1, 20, 20, red}, {2, 20, 20, blue}, {3, 0, 0, red}});
  document.slots = {{.id = 1, .name = "hand", .layers = {1, 3}, .shown = 1}};
  Clip clip{.name = "swap", .duration = 4};
  clip.draw_order = {{1, {2, 1, 3}}};
  clip.slots = {{1, {{2, LayerId{3}}, {3, std::nullopt}}}};
  document.clips = {clip};
  Stage stage(std::move(document));
  const std::vector<int> r{255, 0, 0, 255}, b{0, 0, 255, 255}, none{0, 0, 0, 0};
  CHECK(pixelAt(stage.at(0), 30, 30) == b);
  CHECK(pixelAt(stage.at(1), 30, 30) == r);
  CHECK(pixelAt(stage.at(1), 5, 5) == none);
  CHECK(pixelAt(stage.at(2), 30, 30) == b);
  CHECK(pixelAt(stage.at(2), 5, 5) == r);
  CHECK(pixelAt(stage.at(3), 5, 5) == none);
}

TEST_CASE("looks that a clip changes are painted") {
  Document document = squares({{1, 20, 20, {200, 200, 200, 255}}});
  Clip clip{.name = "fade", .duration = 2};
  clip.layers = {{.layer = 1,
                  .visible = {{2, false}},
                  .tint = {{.time = 0, .value = {1, 1, 1}}, {.time = 1, .value = {0, 0.5, 1}}},
                  .opacity = {{.time = 1, .value = 1}, {.time = 2, .value = 0}}}};
  document.clips = {clip};
  Stage stage(std::move(document));
  CHECK(pixelAt(stage.at(0), 30, 30) == std::vector<int>{200, 200, 200, 255});
  CHECK(pixelAt(stage.at(0.5), 30, 30) == std::vector<int>{100, 150, 200, 255});
  CHECK(pixelAt(stage.at(1), 30, 30) == std::vector<int>{0, 100, 200, 255});
  CHECK(pixelAt(stage.at(1.5), 30, 30)[3] == 128);
  CHECK(pixelAt(stage.at(2), 30, 30)[3] == 0);
}

TEST_CASE("a skin draws its layer in the place of another") {
  Document document = layeredFigure();
  Stage plain(document);
  document.skin = figure::crowned;
  Stage crowned(document);
  const auto crown_shown = crowned.at(0);
  CHECK(plain.at(0) != crown_shown);
  // As if the hat had the crown's picture.
  document.skin.reset();
  for (Layer& layer : document.layers) {
    if (layer.id == figure::hat) layer.image = figure::crown;
  }
  Stage repainted(document);
  CHECK(repainted.at(0) == crown_shown);
}

TEST_CASE("offsets move vertices before bones do, on top of shapes") {
  Document document = squares({{1, 20, 20, red}});
  std::vector<Bone> bones(1);
  bones[0] = {.id = 1, .name = "turn", .tail = {10, 0, 0}};
  document.skeleton = *Skeleton::fromBones(bones);
  Layer& layer = document.layers[0];
  layer.attachment = Attachment::rigid;
  layer.bones = {1};
  layer.shapes = {{.name = "up", .offsets = Eigen::MatrixX3d::Zero(4, 3)}};
  layer.shapes[0].offsets.col(1).setConstant(8);
  Clip clip{.name = "move", .duration = 2};
  clip.bones = {{.bone = 1, .angle = {{.time = 0, .value = std::numbers::pi / 2}}}};
  clip.offsets = {
      {1, {{.time = 0, .value = allMoved(0, 0)}, {.time = 2, .value = allMoved(6, 2)}}}};
  clip.morphs = {{.layer = 1, .shape = 0, .weight = {{.time = 0, .value = 0.5}}}};
  document.clips = {clip};
  Stage stage(std::move(document));
  // (20, 20) + shape (0, 4) + offset (3, 1) = (23, 25), turned by 90 degrees.
  stage.at(1);
  CHECK(stage.positions(1)[0] == doctest::Approx(-25));
  CHECK(stage.positions(1)[1] == doctest::Approx(23));
  // And back, also where the bones stay.
  stage.at(0);
  CHECK(stage.positions(1)[0] == doctest::Approx(-24));
  stage.renderer.pose(Pose::rest(1).local, stage.workspace);
  CHECK(stage.positions(1)[0] == doctest::Approx(20));
}

TEST_CASE("feet stay on the ground while the body bobs") {
  Stage stage(layeredFigure());
  stage.at(0);
  const auto left = stage.positions(figure::left_foot), right = stage.positions(figure::right_foot);
  const auto& legs = stage.document.layers[indexOf(stage.document, figure::left_leg)];
  double highest = -1e9, lowest = 1e9;
  for (int i = 0; i < 24; ++i) {
    stage.at(0.05 * i);
    CHECK(stage.positions(figure::left_foot) == left);
    CHECK(stage.positions(figure::right_foot) == right);
    const double body = stage.positions(figure::body)[1];
    highest = std::max(highest, body);
    lowest = std::min(lowest, body);
    // The end of the shin lies on the sole's joint, which no bone moves.
    for (Eigen::Index v = 0; v < legs.mesh.V.rows(); ++v) {
      if (legs.mesh.V(v, 1) > 40 || std::abs(legs.mesh.V(v, 0) - 98) > 6) continue;
      const auto now = stage.positions(figure::left_leg);
      const double x = now[2 * std::size_t(v)], y = now[2 * std::size_t(v) + 1];
      const double rest = std::hypot(legs.mesh.V(v, 0) - 98, legs.mesh.V(v, 1) - 36);
      CHECK(std::hypot(x - 98, y - 36) == doctest::Approx(rest).epsilon(1e-3));
    }
  }
  CHECK(highest - lowest > 8);
}

TEST_CASE("a constraint of mix 0 leaves the clip's pose") {
  Document document = layeredFigure();
  document.clips[0].constraints = {{1, {{.time = 0, .value = 0}}}, {2, {{.time = 0, .value = 0}}}};
  Stage loose(document);
  document.constraints.clear();
  document.clips[0].constraints.clear();
  Stage without(document);
  CHECK(loose.at(0.2) == without.at(0.2));
  CHECK(loose.at(0.2) != Stage(layeredFigure()).at(0.2));
}

TEST_CASE("a masked layer shows its own coverage times the mask's, as the mask is posed") {
  // The mask's border runs through pixels: half of column 30 is covered.
  Document document = squares({{1, 10.5, 20, red}, {2, 20, 20, blue}});
  document.layers[0].visible = false;
  document.layers[1].mask = 1;
  Clip clip{.name = "slide", .duration = 1};
  clip.offsets = {
      {1, {{.time = 0, .value = allMoved(0, 0)}, {.time = 1, .value = allMoved(5, 0)}}}};
  document.clips = {clip};
  Stage stage(std::move(document));
  for (const auto& [time, edge] : {std::pair{0.0, 30}, {1.0, 35}}) {
    const Image image = stage.at(time);
    CHECK(pixelAt(image, edge - 1, 30) == std::vector<int>{0, 0, 255, 255});
    CHECK(pixelAt(image, edge, 30)[2] == 255);
    CHECK(std::abs(pixelAt(image, edge, 30)[3] - 128) <= 1);
    CHECK(pixelAt(image, edge + 1, 30)[3] == 0);
    CHECK(pixelAt(image, 19, 30)[3] == 0);
  }
  // What frames it is what is seen of it.
  const Box2 box = stage.renderer.bounds({}, stage.workspace);
  CHECK(box.min.x == doctest::Approx(20));
  CHECK(box.max.x == doctest::Approx(35.5));
}

TEST_CASE("how visible, tinted or see-through a mask is does not matter") {
  Document document = squares({{1, 10, 20, red}, {2, 20, 20, blue}});
  document.layers[0].visible = false;
  document.layers[1].mask = 1;
  const Image expected = Stage(document).picture();
  document.layers[0].opacity = 0.3;
  document.layers[0].tint = {0, 1, 0};
  document.layers[0].blend = BlendMode::multiply;
  CHECK(Stage(document).picture() == expected);
  document.layers[0].visible = true;
  CHECK(pixelAt(Stage(document).picture(), 25, 30) == pixelAt(expected, 25, 30));
}

TEST_CASE("layers with different masks and with the same show each through its own") {
  Document document = squares(
      {{1, 0, 0, red}, {2, 30, 30, red}, {3, 0, 0, blue}, {4, 30, 30, blue}, {5, 10, 10, blue}});
  document.layers[0].visible = document.layers[1].visible = false;
  document.layers[2].mask = 1;
  document.layers[3].mask = 2;
  document.layers[4].mask = 1;
  const Image image = Stage(document).picture();
  int covered = 0;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) covered += image.rgba[i] == 255;
  CHECK(covered == 800);
}

TEST_CASE("masks hold for weights and clay too") {
  Document document = layeredFigure();
  Stage stage(document);
  for (const Surface surface : {Surface::picture, Surface::weights, Surface::clay}) {
    CAPTURE(int(surface));
    const FrameStyle style{.surface = surface};
    Document alone = document;
    for (Layer& layer : alone.layers) layer.visible = layer.id == figure::eyes;
    Document unmasked = alone;
    for (Layer& layer : unmasked.layers) layer.mask.reset();
    const Image seen = Stage(alone).at(0.3, style), all = Stage(unmasked).at(0.3, style);
    long masked_alpha = 0, alpha = 0;
    for (std::size_t i = 3; i < seen.rgba.size(); i += 4) {
      CHECK(seen.rgba[i] <= all.rgba[i]);
      masked_alpha += seen.rgba[i];
      alpha += all.rgba[i];
    }
    CHECK(masked_alpha > 0);
    CHECK(masked_alpha < alpha);
  }
}

TEST_CASE("frames of a clip that was seen before allocate nothing") {
  Document document = layeredFigure();
  const auto vertices = std::size_t(document.layers[indexOf(document, figure::body)].mesh.V.rows());
  document.clips[0].offsets = {{figure::body,
                                {{.time = 0, .value = Offsets(vertices)},
                                 {.time = 1, .value = Offsets(vertices, Vec3{1, 2, 0})}}}};
  Stage stage(std::move(document));
  Canvas canvas(240, 300);
  const auto frame = [&](double time) {
    canvas.clear();
    stage.renderer.pose(stage.document.clips[0], time, stage.workspace);
    stage.renderer.draw(Camera2D::document(300), {}, stage.workspace, canvas);
  };
  for (int i = 0; i < 12; ++i) frame(0.1 * i);
  const std::size_t before = allocations;
  for (int i = 0; i < 12; ++i) frame(0.1 * i);
  CHECK(allocations == before);
}

// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "tests/support/temporary_folder.hpp"
#include "vide/core/math.hpp"
#include "vide/io/image_file.hpp"
#include "vide/pipeline/open_renderer.hpp"
#include "vide/pipeline/render_document.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;
using namespace vide::test;

namespace {

// A box from (-1, 0, -1) to (1, 4, 1), red in front (+z) and blue behind, on a bone along it.
Document box() {
  Layer layer;
  layer.id = 1;
  layer.name = "box";
  layer.transparency = Transparency::opaque;
  layer.mesh.V.resize(8, 3);
  layer.colors.resize(8, 4);
  for (int i = 0; i < 8; ++i) {
    layer.mesh.V.row(i) << 2 * (i & 1) - 1, 2 * (i & 2), (i & 4) / 2 - 1;
    if (i & 4) {
      layer.colors.row(i) << 1, 0, 0, 1;
    } else {
      layer.colors.row(i) << 0, 0, 1, 1;
    }
  }
  layer.mesh.F.resize(12, 3);
  layer.mesh.F << 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2,
      2, 4, 6, 1, 3, 5, 3, 7, 5;
  layer.attachment = Attachment::rigid;
  layer.bones = {1};
  Document document;
  document.pixels_per_unit = 1;
  document.skeleton = Skeleton::fromBones({{.id = 1, .name = "b", .tail = {0, 4, 0}}}).value();
  document.layers = {layer};
  document.draw_order = {1};
  return document;
}

RenderOptions options(std::optional<Viewpoint> view = Viewpoint{}) {
  RenderOptions options{.width = 64, .height = 96};
  options.view = view;
  return options;
}

Image still(const Document& document, const RenderOptions& options) {
  const auto picture = renderMoment(document, {}, 0, options);
  REQUIRE(picture.has_value());
  CHECK(picture->warnings.empty());
  return picture->image;
}

// Sum of a channel over the opaque pixels.
double sumOf(const Image& image, std::size_t channel) {
  double sum = 0;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    if (image.rgba[i + 3] == 255) sum += image.rgba[i + channel];
  }
  return sum;
}

int covered(const Image& image) {
  int count = 0;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) count += image.rgba[i] > 0;
  return count;
}

// Width by height of what is covered.
double aspectOf(const Image& image) {
  Box2 box;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (image.pixel(x, y)[3] > 127) box.include({double(x), double(y)});
    }
  }
  return (box.size().x + 1) / (box.size().y + 1);
}

Viewpoint turned(double yaw, double pitch = 0) {
  return {.yaw = math::radians(yaw), .pitch = math::radians(pitch), .pivot = {}};
}

bool touchesBorder(const Image& image) {
  for (int x = 0; x < image.width; ++x) {
    if (image.pixel(x, 0)[3] != 0 || image.pixel(x, image.height - 1)[3] != 0) return true;
  }
  for (int y = 0; y < image.height; ++y) {
    if (image.pixel(0, y)[3] != 0 || image.pixel(image.width - 1, y)[3] != 0) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a document in space is seen from where the view says") {
  const Document document = box();
  const Image front = still(document, options(turned(0))),
              back = still(document, options(turned(180)));
  CHECK(sumOf(front, 0) > 100 * sumOf(front, 2));
  CHECK(sumOf(back, 2) > 100 * sumOf(back, 0));
  // Tipped towards the viewer its top shows, which is blue at the far edge.
  CHECK(sumOf(still(document, options(turned(0, 40))), 2) > 1000);
  // Counter-clockwise from above: what was in front goes to the right.
  const Image aside = still(document, options(turned(45)));
  const std::uint8_t *left = aside.pixel(22, 48), *right = aside.pixel(42, 48);
  CHECK(right[0] > right[2]);
  CHECK(left[2] > 20);
  CHECK(left[2] > right[2] + 20);
}

TEST_CASE("without a view it is seen a little from above and aside, all of it") {
  const Document document = box();
  const Image image = still(document, options(std::nullopt));
  CHECK(image.rgba != still(document, options(turned(0))).rgba);
  CHECK_FALSE(touchesBorder(image));
  CHECK(covered(image) > 64 * 96 / 6);
  Document flat = document;
  flat.layers[0].mesh.V.col(2).setZero();
  CHECK(still(flat, options(std::nullopt)).rgba == still(flat, options(turned(0))).rgba);
}

TEST_CASE("clay shows the shape alone, weights the bones' colours") {
  Document document = box();
  RenderOptions plain = options();
  plain.style.surface = Surface::clay;
  const Image clay = still(document, plain);
  document.layers[0].colors.resize(0, 4);
  document.layers[0].tint = {0, 1, 0};
  CHECK(still(document, plain).rgba == clay.rgba);
  CHECK(still(document, options()).rgba != clay.rgba);
  RenderOptions weights = options();
  weights.style.surface = Surface::weights;
  CHECK(still(document, weights).rgba != clay.rgba);
}

TEST_CASE("bones are seen through the body, and none of them is cut off") {
  Document document = box();
  document.skeleton = Skeleton::fromBones({{.id = 1, .name = "b", .tail = {0, 9, 0}}})
                          .value();  // far out at the top
  RenderOptions shown = options();
  shown.style.show_bones = true;
  const Image image = still(document, shown);
  CHECK(image.rgba != still(document, options()).rgba);
  CHECK_FALSE(touchesBorder(image));
  int above = 0;  // the body fills the lower four ninths
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 64; ++x) above += image.pixel(x, y)[3] > 0;
  }
  CHECK(above > 20);
}

TEST_CASE("shapes swell the body at rest and over a clip") {
  Document document = box();
  MorphShape wide{.name = "wide", .offsets = document.layers[0].mesh.V};
  wide.offsets.rightCols<2>().setZero();
  document.layers[0].shapes = {wide};
  const double narrow = aspectOf(still(document, options()));
  document.layers[0].shapes[0].weight = 1;
  CHECK(aspectOf(still(document, options())) == doctest::Approx(2 * narrow).epsilon(0.1));
  document.layers[0].shapes[0].weight = 0;
  Key<double> start, end;
  end.time = 1;
  end.value = 1;
  const Clip clip{.id = 1, .name = "swell", .duration = 1, .morphs = {{1, 0, {start, end}}}};
  const TemporaryFolder folder;
  RenderOptions few = options();
  few.frame_rate = 2;
  const auto made =
      renderClip(document, clip, folder.file("frames/"), AnimationFormat::png_sequence, few);
  REQUIRE(made.has_value());
  REQUIRE(made->frames == 3);
  const auto first = readImage(folder.file("frames/frame_0001.png"));
  const auto last = readImage(folder.file("frames/frame_0003.png"));
  CHECK(covered(*last) > 1.8 * covered(*first));
}

TEST_CASE("a turntable shows all sides, joins up, keeps its frame and does not care for threads") {
  const Document document = box();
  const TemporaryFolder folder;
  RenderOptions few = options();
  few.frame_rate = 4;
  const auto made = renderTurntable(document, nullptr, folder.file("one/"),
                                    AnimationFormat::png_sequence, few, {.seconds = 2});
  REQUIRE(made.has_value());
  REQUIRE(made->frames == 8);
  ThreadPool pool(3);
  few.pool = &pool;
  REQUIRE(renderTurntable(document, nullptr, folder.file("three/"), AnimationFormat::png_sequence,
                          few, {.seconds = 2}));
  std::vector<Image> frames;
  for (int i = 1; i <= 8; ++i) {
    const std::string name = "/frame_000" + std::to_string(i) + ".png";
    frames.push_back(*readImage(folder.file("one") + name));
    CHECK(readImage(folder.file("three") + name)->rgba == frames.back().rgba);
    CHECK_FALSE(touchesBorder(frames.back()));
  }
  CHECK(sumOf(frames[0], 0) > 10 * sumOf(frames[0], 2));
  CHECK(sumOf(frames[4], 2) > 10 * sumOf(frames[4], 0));
  // A quarter and three quarters show the two sides, each half red and half blue.
  for (const int side : {2, 6}) {
    CHECK(sumOf(frames[std::size_t(side)], 0) ==
          doctest::Approx(sumOf(frames[std::size_t(side)], 2)).epsilon(0.05));
  }
}

TEST_CASE("a turntable with a clip plays it as often as fits into the turn") {
  const Document document = box();
  Key<Vec3> start, end;
  end.time = 0.75;
  end.value = {0, 2, 0};
  BoneTrack track{.bone = 1};
  track.translation = {start, end};
  const Clip clip{.id = 1, .name = "hop", .duration = 0.75, .bones = {track}};
  const TemporaryFolder folder;
  RenderOptions few = options();
  few.frame_rate = 8;
  const auto made = renderTurntable(document, &clip, folder.file("a/"),
                                    AnimationFormat::png_sequence, few, {.seconds = 2});
  REQUIRE(made.has_value());
  CHECK(made->frames == 18);  // three times 0.75 s
}

TEST_CASE("what cannot turn is a named error") {
  Document drawing = box();
  drawing.canvas_width = drawing.canvas_height = 10;
  const TemporaryFolder folder;
  const auto flat =
      renderTurntable(drawing, nullptr, folder.file("a.gif"), AnimationFormat::gif, options());
  REQUIRE_FALSE(flat.has_value());
  CHECK(flat.error().message.find("in space") != std::string::npos);
  CHECK_FALSE(renderTurntable(box(), nullptr, folder.file("a.gif"), AnimationFormat::gif, options(),
                              {.seconds = 0}));
  CHECK(folder.entries() == 0);
}

TEST_CASE("a picture in which nothing shows is made, with a warning") {
  Document card = box();
  for (Eigen::Index v = 0; v < 8; ++v) card.layers[0].mesh.V(v, 2) = 0;
  const auto rest = Pose::rest(1).local;
  const TemporaryFolder folder;
  const Clip clip{.id = 1, .name = "stand", .duration = 0.1};
  for (const bool has_picture : {false, true}) {
    const auto seen = [&](double yaw) {
      RenderOptions from = options(Viewpoint{.yaw = math::radians(yaw), .pivot = {}});
      from.backdrop.color = {200, 200, 200, 255};
      if (has_picture) from.backdrop.picture = Image(3, 3);
      const auto still = renderMoment(card, {}, 0, from);
      const auto moving = renderClip(card, clip, folder.file("a.png"), AnimationFormat::apng, from);
      REQUIRE(still.has_value());
      REQUIRE(moving.has_value());
      CHECK(still->warnings == moving->warnings);
      return still->warnings;
    };
    CHECK(seen(0).empty());
    CHECK(seen(60).empty());
    REQUIRE(seen(90).size() == 1);
    CHECK(seen(90)[0].find("--yaw") != std::string::npos);
  }
}

TEST_CASE("a picture of any size is stopped while it is drawn") {
  const std::atomic<bool> stop = true;
  const auto stopped = renderMoment(box(), {}, 0, options(), Progress({}, &stop));
  REQUIRE_FALSE(stopped.has_value());
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("a pose is shown from another side, and another pose from the same") {
  const Document document = box();
  const auto renderer = openRenderer(document);
  REQUIRE(renderer.has_value());
  DocumentRenderer::Workspace kept(*renderer);
  for (const double lift : {0.0, 0.0, 2.0, 2.0, 0.0}) {
    for (const double yaw : {0.0, 1.0}) {
      std::vector<Transform> pose(1);
      pose[0].translation = {lift, 0, 0};
      DocumentRenderer::Workspace fresh(*renderer);
      for (auto* workspace : {&kept, &fresh}) {
        renderer->look(Viewpoint{.yaw = yaw, .pivot = {}}, *workspace);
        renderer->pose(pose, *workspace);
      }
      CHECK(std::ranges::equal(renderer->positions(0, kept), renderer->positions(0, fresh)));
    }
  }
}

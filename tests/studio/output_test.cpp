// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/studio/calls.hpp"
#include "tests/support/gif_reader.hpp"
#include "tests/support/layered_figure.hpp"
#include "tests/support/plain_png.hpp"
#include "vide/author/bake_morphs.hpp"
#include "vide/core/color_text.hpp"
#include "vide/formats/engine_files.hpp"
#include "vide/formats/gltf_plain.hpp"
#include "vide/stage/clip_frames.hpp"
#include "vide/stage/document_renderer.hpp"

using namespace vide;
using test::Calls;
using test::Json;

namespace {

// The figure, its pictures decoded.
Calls figureStudio(const Document& figure) {
  Calls calls(StudioOptions{.encode_png = test::plainPng});
  calls.open(figure);
  for (const ImageAsset& image : figure.images) {
    calls.ok("set_picture", {{"image", image.id}}, {test::plainPngImage(image.encoded).rgba});
  }
  return calls;
}

// As it comes out of a file.
Document figure() { return *readGlb(*writeGlb(test::layeredFigure())); }

std::vector<Image> picturesOf(const Document& document) {
  std::vector<Image> pictures;
  for (const ImageAsset& image : document.images) {
    pictures.push_back(test::plainPngImage(image.encoded));
  }
  return pictures;
}

Json renderArguments(const Json& clip) {
  return {{"clip", clip}, {"fps", 10}, {"scale", 1}, {"background", ""}, {"framing", "canvas"}};
}

// The figure with a second clip, whose pictures are others.
Document figureOfTwoClips() {
  Document document = figure();
  Clip talk = document.clips[0];
  talk.id = 2;
  talk.name = "talk";
  talk.loop = false;
  talk.bones.resize(1);
  document.clips.push_back(talk);
  return document;
}

// What a sheet says of a frame, made whole again.
Image wholeFrame(const Image& page, const Json& text) {
  const Json from = text["frame"], to = text["spriteSourceSize"], size = text["sourceSize"];
  Image image(size["w"], size["h"]);
  CHECK(text["trimmed"] == (from["w"] != size["w"] || from["h"] != size["h"]));
  for (int y = 0; y < int(from["h"]); ++y) {
    const auto row = page.rgba.begin() + 4 * ((int(from["y"]) + y) * page.width + int(from["x"]));
    std::copy_n(row, 4 * int(from["w"]),
                image.rgba.begin() + 4 * ((int(to["y"]) + y) * image.width + int(to["x"])));
  }
  return image;
}

// The clip's frames as render_frame paints them.
std::vector<Blob> paintedFrames(Calls& calls, const Json& plan) {
  const std::size_t frames = calls.ok("render_begin", plan)["frames"];
  std::vector<Blob> painted;
  for (std::size_t i = 0; i < frames; ++i) {
    calls.ok("render_frame", {{"frame", i}});
    painted.push_back(calls.blobs[0]);
  }
  calls.ok("render_end");
  return painted;
}

double meanDifference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  REQUIRE(a.size() == b.size());
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum / double(a.size());
}

}  // namespace

TEST_CASE("frames are painted as the renderer paints the clip's moments, springs swinging") {
  const Document document = figure();
  Calls calls = figureStudio(document);
  const Clip& clip = document.clips[0];
  const Json begun = calls.ok("render_begin", renderArguments(clip.id));
  CHECK(begun["width"] == document.canvas_width);
  CHECK(begun["height"] == document.canvas_height);
  const std::size_t frames = begun["frames"];
  CHECK(double(begun["delay"]) * double(frames) == doctest::Approx(clip.duration));
  const auto renderer = DocumentRenderer::create(document, picturesOf(document));
  REQUIRE(renderer.has_value());
  DocumentRenderer::Workspace workspace(*renderer);
  const auto shown = ClipFrames::create(
      document, {&clip, frames, clip.duration / double(frames), clip.duration}, {});
  REQUIRE(shown.has_value());
  for (const std::size_t frame : {frames / 2, std::size_t{0}}) {
    calls.ok("render_frame", {{"frame", frame}});
    shown->show(frame, *renderer, workspace);
    Canvas canvas(document.canvas_width, document.canvas_height);
    renderer->draw(Camera2D::document(document.canvas_height), {}, workspace, canvas);
    CHECK(calls.blobs[0] == canvas.toImage().rgba);
  }
  calls.ok("render_end");
  CHECK_FALSE(calls.error("render_frame", {{"frame", 0}}).empty());
}

TEST_CASE("what is rendered stays what it was when it began") {
  Calls calls = figureStudio(figure());
  calls.ok("render_begin", renderArguments(nullptr));
  calls.ok("render_frame", {{"frame", 0}});
  const Blob before = calls.blobs[0];
  calls.ok("bind", {{"layer", test::figure::hat}, {"bones", Json::array()}});
  calls.ok("undo");
  calls.ok("render_frame", {{"frame", 0}});
  CHECK(calls.blobs[0] == before);
  Json twice = renderArguments(nullptr);
  twice["scale"] = 2;
  twice["background"] = "#102030ff";
  const Json begun = calls.ok("render_begin", twice);
  CHECK(begun["width"] == 480);
  CHECK(begun["frames"] == 1);
  calls.ok("render_frame", {{"frame", 0}});
  CHECK(std::equal(calls.blobs[0].begin(), calls.blobs[0].begin() + 4,
                   std::begin({0x10, 0x20, 0x30, 0xff})));
}

TEST_CASE("backgrounds are written as on the command line") {
  Calls calls = figureStudio(figure());
  const auto cornerOn = [&](const char* background) {
    Json arguments = renderArguments(nullptr);
    arguments["background"] = background;
    calls.ok("render_begin", arguments);
    calls.ok("render_frame", {{"frame", 0}});
    return std::vector<int>(calls.blobs[0].begin(), calls.blobs[0].begin() + 4);
  };
  CHECK(cornerOn("white") == std::vector{255, 255, 255, 255});
  CHECK(cornerOn("#1a0") == std::vector{0x11, 0xaa, 0, 255});
  CHECK(cornerOn("transparent") == cornerOn(""));
  Json wrong = renderArguments(nullptr);
  wrong["background"] = "red";
  const std::string message = calls.error("render_begin", wrong);
  CHECK(message.find(accepted_colors) != std::string::npos);
}

TEST_CASE("files for engines are those of the command line") {
  const Document document = figure();
  Calls calls = figureStudio(document);
  const std::pair<const char*, EngineFormat> formats[] = {
      {"dragonbones", EngineFormat::dragonbones},
      {"spine", EngineFormat::spine},
      {"godot", EngineFormat::godot}};
  for (const auto& [name, format] : formats) {
    CAPTURE(name);
    const Json made = calls.ok("export", {{"format", name}, {"name", "imp"}});
    const auto wanted = makeEngineFiles(format, document, picturesOf(document),
                                        {.name = "imp", .stem = "imp", .encode = test::plainPng});
    REQUIRE(wanted.has_value());
    REQUIRE(made["files"].size() == wanted->files.size());
    for (std::size_t i = 0; i < wanted->files.size(); ++i) {
      CHECK(made["files"][i]["name"] == wanted->files[i].name);
      CHECK(calls.blobs[i] == wanted->files[i].bytes);
    }
    CHECK(made["warnings"] == Json(wanted->warnings));
  }
  calls.ok("export", {{"format", "godot3"}, {"name", "imp"}, {"atlas_size", 256}});
  CHECK(calls.blobs.size() > 1);
}

TEST_CASE("a .glb is the saved one, or baked for viewers that know morphs alone") {
  const Document document = figure();
  Calls calls = figureStudio(document);
  const Json made = calls.ok("export", {{"format", "glb"}, {"name", "imp"}});
  CHECK(made["files"][0] == Json{{"name", "imp.glb"}, {"mime", "model/gltf-binary"}});
  CHECK(calls.blobs[0] == *writeGlb(document));
  calls.ok("export", {{"format", "glb_morphs"}, {"name", "imp"}, {"fps", 12}});
  CHECK(calls.blobs[0] ==
        *writePlainGlb(bakeMorphs(document, {.frames_per_second = 12})->document));
}

TEST_CASE("a GIF shows the frames that are painted, as long as the clip lasts") {
  const Document document = figure();
  Calls calls = figureStudio(document);
  const Clip& clip = document.clips[0];
  Json plan = renderArguments(clip.id);
  plan["fps"] = 5;
  plan["background"] = "#ffffffff";
  Json arguments = plan;
  arguments.erase("scale");
  arguments.update({{"format", "gif"}, {"name", "imp"}, {"loops", 3}});
  const Json made = calls.ok("export", arguments);
  CHECK(made["files"] == Json::array({{{"name", "imp.gif"}, {"mime", "image/gif"}}}));
  test::GifReader reader(calls.blobs[0]);
  const auto frames = reader.read();
  REQUIRE(calls.ok("render_begin", plan)["frames"] == frames.size());
  double seconds = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    seconds += frames[i].delay / 100.0;
    calls.ok("render_frame", {{"frame", i}});
    CHECK(meanDifference(frames[i].shown.rgba, calls.blobs[0]) < 3);  // levels: 255 colours are few
  }
  CHECK(seconds == doctest::Approx(clip.duration));
  CHECK(reader.loops() == 2);  // as viewers count: once more than stored
}

TEST_CASE(
    "a sprite sheet holds each painted frame where its text says, on as many pages as it needs") {
  const Document document = figureOfTwoClips();
  Calls calls = figureStudio(document);
  Json plan = renderArguments(nullptr);
  plan["fps"] = 5;
  std::map<std::string, std::vector<Blob>> painted;
  for (const Clip& clip : document.clips) {
    plan["clip"] = clip.id;
    painted[clip.name] = paintedFrames(calls, plan);
  }
  REQUIRE(painted["wave"] != painted["talk"]);
  const Json wanted{{"format", "sheet"}, {"name", "imp"},       {"fps", 5},
                    {"clips", {2, 1}},   {"framing", "canvas"}, {"atlas_padding", 1}};
  for (const auto& [size, pages] : {std::pair{4096, 1}, {800, 2}}) {
    CAPTURE(size);
    Json arguments = wanted;
    arguments["atlas_size"] = size;
    const Json made = calls.ok("export", arguments);
    std::map<std::string, Blob> files;
    for (std::size_t i = 0; i < made["files"].size(); ++i) {
      files[made["files"][i]["name"]] = calls.blobs[i];
    }
    REQUIRE(files.size() == std::size_t(2 * pages));
    std::vector<std::string> order;
    for (const std::string stem : {"imp", "imp-1"}) {
      if (!files.contains(stem + ".json")) continue;
      const auto& written = files[stem + ".json"];
      const Json text = Json::parse(std::string(written.begin(), written.end()), nullptr, false);
      CHECK(text["meta"]["image"] == stem + ".png");
      const Image page = test::plainPngImage(files[stem + ".png"]);
      CHECK(text["meta"]["size"] == Json{{"w", page.width}, {"h", page.height}});
      CHECK(std::max(page.width, page.height) <= size);
      for (const auto& [clip, names] : text["animations"].items()) {
        order.push_back(clip);
        REQUIRE(names.size() == painted[clip].size());
        for (std::size_t i = 0; i < names.size(); ++i) {
          const Json& frame = text["frames"][std::string(names[i])];
          CHECK(frame["duration"] == 200);
          CHECK(wholeFrame(page, frame).rgba == painted[clip][i]);
        }
      }
    }
    CHECK(order == std::vector<std::string>{"talk", "wave"});
  }
}

TEST_CASE("an export that cannot be made says why and changes nothing") {
  const Document document = figure();
  Calls calls(StudioOptions{});
  calls.open(document);
  const Json before = calls.state();
  const auto refused = [&](const char* method, const Json& arguments) {
    const std::string message = calls.error(method, arguments);
    CHECK(message.starts_with(std::string(method) + ": "));
    CHECK(message.find('\n') == std::string::npos);
  };
  refused("export", {{"format", "spine"}, {"name", "imp"}});  // no pixels yet
  refused("render_begin", renderArguments(nullptr));
  for (const ImageAsset& image : document.images) {
    calls.ok("set_picture", {{"image", image.id}}, {test::plainPngImage(image.encoded).rgba});
  }
  refused("export", {{"format", "spine"}, {"name", "imp"}});  // no encoder
  refused("export", {{"format", "png"}, {"name", "imp"}});
  for (const char* name : {"", "../imp", "a/b", "a\\b", ".imp", "a\nb", "a\x1b[31m", "a\x7f"}) {
    refused("export", {{"format", "glb"}, {"name", name}});
  }
  refused("export", {{"format", "glb"}, {"name", std::string("a\0b", 3)}});
  refused("export", {{"format", "glb"}, {"name", "imp"}, {"skin", 99}});
  refused("export", {{"format", "gif"}, {"name", "imp"}, {"clip", 99}});
  refused("export", {{"format", "sheet"}, {"name", "imp"}});  // no encoder
  refused("export", {{"format", "sheet"}, {"name", "imp"}, {"clips", {1, 99}}});
  refused("export", {{"format", "gif"}, {"name", "imp"}, {"fps", -1}});
  refused("export", {{"format", "gif"}, {"name", "imp"}, {"background", "red"}});
  Json wrong = renderArguments(nullptr);
  wrong["scale"] = 60;
  refused("render_begin", wrong);
  wrong["scale"] = 1e300;
  refused("render_begin", wrong);
  refused("render_frame", {{"frame", 0}});
  calls.ok("render_begin", renderArguments(nullptr));
  refused("render_frame", {{"frame", 1}});
  refused("render_frame", {{"frame", -1}});
  Json after = calls.state();
  for (Json& image : after["images"]) image["decoded"] = false;
  CHECK(after == before);
}

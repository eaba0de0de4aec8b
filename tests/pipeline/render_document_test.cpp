// SPDX-License-Identifier: MIT
#include "vide/pipeline/render_document.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/support/drawn_figure.hpp"
#include "tests/support/gif_reader.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/animation/sample.hpp"
#include "vide/author/rig_picture.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/skeleton/pose.hpp"

using namespace vide;
using namespace vide::test;

namespace {

Document barDocument() {
  auto made = rigPicture(pictureOf(barImage()), barSkeleton());
  REQUIRE(made.has_value());
  return std::move(made->document);
}

// A frame of the sequence "frames" that was written into the folder.
Image frameOf(const TemporaryFolder& folder, std::size_t frame) {
  const std::string number = std::to_string(frame + 1);
  const auto image = readImage(folder.file("frames/frame_") + std::string(4 - number.size(), '0') +
                               number + ".png");
  REQUIRE(image.has_value());
  return *image;
}

Image still(const Document& document, const Clip& clip, double time, const RenderOptions& options) {
  const auto picture = renderMoment(document, clip, time, options);
  REQUIRE(picture.has_value());
  CHECK(picture->warnings.empty());
  return picture->image;
}

RenderReport render(const Document& document, const Clip& clip, const std::string& path,
                    AnimationFormat format, const RenderOptions& options) {
  const auto made = renderClip(document, clip, path, format, options);
  REQUIRE(made.has_value());
  return *made;
}

int totalDelay(const std::string& path) {
  const auto bytes = readFile(path);
  REQUIRE(bytes.has_value());
  int sum = 0;
  for (const auto& frame : GifReader(*bytes).read()) sum += frame.delay;
  return sum;
}

}  // namespace

TEST_CASE("at rest a document shows its picture, pixel for pixel") {
  const Document document = barDocument();
  const auto made = renderMoment(document, {}, 0, {.framing = Framing::canvas});
  REQUIRE(made.has_value());
  const Image* image = &made->image;
  const Image picture = barImage();
  REQUIRE(image->width == picture.width);
  REQUIRE(image->height == picture.height);
  for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
    CHECK(std::abs(int(image->rgba[i]) - int(picture.rgba[i])) <= 1);
  }
}

TEST_CASE("a looping clip is cut into whole frames, the last of which leads back to the first") {
  const Document document = barDocument();
  const TemporaryFolder folder;
  for (const double rate : {3.0, 4.4, 7.3, 10.0}) {
    CAPTURE(rate);
    Clip clip = bend(1, 1.2);
    clip.loop = true;
    const RenderOptions options{.framing = Framing::canvas, .frame_rate = rate};
    const auto made =
        render(document, clip, folder.file("frames"), AnimationFormat::png_sequence, options);
    REQUIRE(made.frames == std::size_t(std::lround(rate)));
    for (std::size_t frame = 0; frame < made.frames; ++frame) {
      CAPTURE(frame);
      const double time = double(frame) / double(made.frames);
      CHECK(frameOf(folder, frame) == still(document, clip, time, options));
    }
  }
}

TEST_CASE("a GIF of a looping clip lasts as long as the clip") {
  const Document document = barDocument();
  const TemporaryFolder folder;
  for (const double rate : {7.3, 12.0, 30.0}) {
    CAPTURE(rate);
    Clip clip = bend(1, 1.2);
    clip.loop = true;
    render(document, clip, folder.file("a.gif"), AnimationFormat::gif,
           {.width = 30, .height = 15, .frame_rate = rate});
    CHECK(std::abs(totalDelay(folder.file("a.gif")) - 100) <= 1);
  }
}

TEST_CASE("a clip that does not loop shows its last moment") {
  const Document document = barDocument();
  const TemporaryFolder folder;
  const Clip clip = bend(1, 1.2);
  const RenderOptions options{.framing = Framing::canvas, .frame_rate = 4};
  const auto made =
      render(document, clip, folder.file("frames"), AnimationFormat::png_sequence, options);
  REQUIRE(made.frames == 5);
  CHECK(frameOf(folder, 0) == still(document, clip, 0, options));
  CHECK(frameOf(folder, 4) == still(document, clip, 1, options));
  CHECK(frameOf(folder, 4) != frameOf(folder, 0));
}

TEST_CASE("a clip of one moment is one frame") {
  const Document document = barDocument();
  const TemporaryFolder folder;
  for (const bool loop : {false, true}) {
    Clip clip = bend(0, 1.2);
    clip.bones[0].angle = {{.value = 1.2}};
    clip.loop = loop;
    CHECK(render(document, clip, folder.file("frames"), AnimationFormat::png_sequence, {}).frames ==
          1);
  }
}

TEST_CASE("framing the motion keeps all of it, and a border of the padding, in every frame") {
  const Document document = barDocument();
  const TemporaryFolder folder;
  const Clip clip = bend(1, 3);
  const RenderOptions options{.padding = 3, .frame_rate = 6};
  const auto made =
      render(document, clip, folder.file("frames"), AnimationFormat::png_sequence, options);
  CHECK(made.height > 60);
  for (std::size_t frame = 0; frame < made.frames; ++frame) {
    const Image image = frameOf(folder, frame);
    CHECK(image.width == made.width);
    CHECK(image.height == made.height);
    for (int x = 0; x < image.width; ++x) {
      CHECK(image.pixel(x, 0)[3] == 0);
      CHECK(image.pixel(x, image.height - 1)[3] == 0);
    }
    for (int y = 0; y < image.height; ++y) {
      CHECK(image.pixel(0, y)[3] == 0);
      CHECK(image.pixel(image.width - 1, y)[3] == 0);
    }
  }
}

TEST_CASE("the backdrop fills what the character leaves free") {
  const Document document = barDocument();
  RenderOptions options{.framing = Framing::canvas};
  options.backdrop.color = {10, 20, 30, 255};
  const auto made = renderMoment(document, {}, 0, options);
  REQUIRE(made.has_value());
  const Image* image = &made->image;
  const auto at = [&](int x, int y) {
    return std::vector<int>(image->pixel(x, y), image->pixel(x, y) + 4);
  };
  CHECK(at(0, 0) == std::vector<int>{10, 20, 30, 255});
  CHECK(at(60, 30)[2] == doctest::Approx(90).epsilon(0.02));
}

TEST_CASE("requests beyond the limits name them") {
  Document document = barDocument();
  const TemporaryFolder folder;
  const auto message = [&](const Clip& clip, const RenderOptions& options) {
    const auto made =
        renderClip(document, clip, folder.file("a.gif"), AnimationFormat::gif, options);
    return made ? std::string() : made.error().message;
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(contains(message(bend(1e9, 1), {}), "frames"));
  CHECK(contains(message(bend(1, 1), {.frame_rate = 0}), "frames"));
  CHECK(contains(message(bend(1, 1), {.frame_rate = std::nan("")}), "frames"));
  CHECK(contains(message(bend(1, 1), {.width = 100, .height = 100, .max_pixels = 9999}),
                 "max_pixels"));
  CHECK(contains(message(bend(1, 1), {.width = 40'000, .height = 10}), "a side"));
  document.layers[0].visible = false;
  CHECK(contains(message(bend(1, 1), {}), "shows nothing"));
  CHECK(folder.entries() == 0);
}

TEST_CASE("clips one after the other are seen by one camera, each as it is seen alone") {
  const TemporaryFolder folder;
  const Document document = barDocument();
  Clip once = bend(0.5, 0.4), round = bend(0.3, -1.2);
  round.loop = true;
  round.name = "round";
  const Clip* const clips[] = {&once, &round};
  const RenderOptions options{.framing = Framing::canvas, .frame_rate = 20};
  const auto both =
      renderClips(document, clips, folder.file("both/"), AnimationFormat::png_sequence, options);
  REQUIRE(both.has_value());
  CHECK(both->frames == 11 + 6);
  render(document, once, folder.file("one/"), AnimationFormat::png_sequence, options);
  render(document, round, folder.file("two/"), AnimationFormat::png_sequence, options);
  for (std::size_t i = 0; i < both->frames; ++i) {
    CAPTURE(i);
    const std::string alone =
        i < 11 ? "one/" + frameFileName(i + 1) : "two/" + frameFileName(i - 10);
    CHECK(*readFile(folder.file("both/" + frameFileName(i + 1))) == *readFile(folder.file(alone)));
  }
  // Framed by their motion, all have the size that holds every clip.
  const auto wide = renderClips(document, clips, folder.file("a.json"),
                                AnimationFormat::sprite_sheet, {.frame_rate = 20});
  REQUIRE(wide.has_value());
  CHECK(wide->paths == std::vector{folder.file("a.png"), folder.file("a.json")});
  for (const Clip* clip : clips) {
    const auto one = render(document, *clip, folder.file("b.gif"), AnimationFormat::gif, {});
    CHECK(one.width <= wide->width);
    CHECK(one.height <= wide->height);
  }
  CHECK_FALSE(renderClips(document, {}, folder.file("c.gif"), AnimationFormat::gif).has_value());
}

TEST_CASE("several clips, each at a rate of its own, are refused where a file has one rate") {
  const TemporaryFolder folder;
  const Document document = barDocument();
  Clip round = bend(0.33, 1);
  round.loop = true;
  const Clip once = bend(0.5, 0.4);
  const Clip* const clips[] = {&round, &once};
  for (const auto& [name, format] : {std::pair{"c.gif", AnimationFormat::gif},
                                     {"c.png", AnimationFormat::apng},
                                     {"c.webp", AnimationFormat::webp},
                                     {"c.mp4", AnimationFormat::mp4},
                                     {"c.webm", AnimationFormat::webm}}) {
    CAPTURE(name);
    const auto refused = renderClips(document, clips, folder.file(name), format);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::invalid_argument);
    CHECK(refused.error().message.find("sprite sheet") != std::string::npos);
  }
  CHECK(folder.entries() == 0);
}

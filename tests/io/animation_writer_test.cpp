// SPDX-License-Identifier: MIT
#include "vide/io/animation_writer.hpp"

#include <doctest/doctest.h>
#include <webp/demux.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "tests/support/gif_reader.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"

using namespace vide;
namespace fs = std::filesystem;

namespace {

// A folder of its own for each test, gone afterwards.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("vide-animation-test-" + std::to_string(counter++));
  static inline int counter = 0;

  Folder() {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const char* name) const { return (path / name).string(); }
  std::size_t entries() const {
    return std::size_t(std::distance(fs::directory_iterator(path), fs::directory_iterator{}));
  }
};

// A soft disc that wanders over transparent ground.
std::vector<Image> wanderingDisc(int count) {
  std::vector<Image> frames;
  for (int f = 0; f < count; ++f) {
    Image image(40, 30);
    for (int row = 0; row < 30; ++row) {
      for (int column = 0; column < 40; ++column) {
        const double d = std::hypot(column - 10 - 2 * f, row - 12 - f);
        const double alpha = std::clamp(8.5 - d, 0.0, 1.0);
        if (alpha == 0) continue;
        std::uint8_t* p = image.pixel(column, row);
        p[0] = 220, p[1] = std::uint8_t(5 * row), p[2] = 40, p[3] = std::uint8_t(255 * alpha);
      }
    }
    frames.push_back(std::move(image));
  }
  return frames;
}

void write(const std::string& path, AnimationFormat format, AnimationOptions options,
           const std::vector<Image>& frames, ThreadPool* pool = nullptr) {
  options.width = frames[0].width, options.height = frames[0].height;
  auto writer = AnimationWriter::create(path, format, options, pool);
  REQUIRE(writer);
  const std::size_t half = frames.size() / 2;
  REQUIRE((*writer)->add(std::span(frames).first(half)));
  REQUIRE((*writer)->add(std::span(frames).subspan(half)));
  CHECK(!fs::is_regular_file(path));
  REQUIRE((*writer)->finish());
}

struct TimedFrame {
  Image image;
  int milliseconds;
};

std::vector<TimedFrame> readWebp(const std::string& path) {
  const auto bytes = readFile(path);
  REQUIRE(bytes);
  const WebPData data{bytes->data(), bytes->size()};
  WebPAnimDecoderOptions options;
  WebPAnimDecoderOptionsInit(&options);
  WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, &options);
  REQUIRE(decoder);
  WebPAnimInfo info;
  WebPAnimDecoderGetInfo(decoder, &info);
  std::vector<TimedFrame> frames;
  int before = 0;
  while (WebPAnimDecoderHasMoreFrames(decoder)) {
    std::uint8_t* pixels;
    int end;
    REQUIRE(WebPAnimDecoderGetNext(decoder, &pixels, &end));
    Image image(int(info.canvas_width), int(info.canvas_height));
    std::memcpy(image.rgba.data(), pixels, image.rgba.size());
    frames.push_back({std::move(image), end - before});
    before = end;
  }
  WebPAnimDecoderDelete(decoder);
  return frames;
}

std::uint32_t take32(const std::uint8_t* p) {
  return std::uint32_t(p[0]) << 24 | std::uint32_t(p[1]) << 16 | std::uint32_t(p[2]) << 8 | p[3];
}

// Plays an animated PNG by handing each frame to the PNG reader as a picture of its own.
std::vector<Image> readApng(const std::string& path) {
  const auto bytes = readFile(path);
  REQUIRE(bytes);
  std::vector<Image> frames;
  Image canvas;
  std::uint32_t control[5] = {}, announced = 0, sequence = 0;
  const auto chunk = [](std::vector<std::uint8_t>& out, const char* name,
                        std::vector<std::uint8_t> data) {
    const auto put = [&](std::uint32_t v) {
      for (int s = 24; s >= 0; s -= 8) out.push_back(std::uint8_t(v >> s));
    };
    put(std::uint32_t(data.size()));
    data.insert(data.begin(), name, name + 4);
    out.insert(out.end(), data.begin(), data.end());
    std::uint32_t crc = ~0u;
    for (std::uint8_t byte : data) {
      crc ^= byte;
      for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    put(~crc);
  };
  for (std::size_t at = 8; at + 12 <= bytes->size();) {
    const std::uint8_t* p = bytes->data() + at;
    const std::uint32_t size = take32(p);
    const std::string name(p + 4, p + 8);
    const std::uint8_t* data = p + 8;
    at += size + 12;
    if (name == "IHDR") canvas = Image(int(take32(data)), int(take32(data + 4)));
    if (name == "acTL") announced = take32(data);
    if (name == "fcTL") {
      CHECK(take32(data) == sequence++);
      for (int i = 0; i < 4; ++i) control[i] = take32(data + 4 + 4 * i);
    }
    if (name != "IDAT" && name != "fdAT") continue;
    if (name == "fdAT") CHECK(take32(data) == sequence++);
    std::vector<std::uint8_t> picture{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    std::vector<std::uint8_t> header(13);
    for (int i = 0; i < 8; ++i)
      header[std::size_t(i)] = std::uint8_t(control[i / 4] >> (24 - i % 4 * 8));
    header[8] = 8, header[9] = 6;
    chunk(picture, "IHDR", header);
    chunk(picture, "IDAT", {data + (name == "fdAT" ? 4 : 0), data + size});
    chunk(picture, "IEND", {});
    const auto part = decodeImage(picture);
    REQUIRE(part);
    for (int row = 0; row < part->height; ++row) {
      std::memcpy(canvas.pixel(int(control[2]), int(control[3]) + row), part->pixel(0, row),
                  4 * std::size_t(part->width));
    }
    frames.push_back(canvas);
  }
  CHECK(frames.size() == announced);
  return frames;
}

}  // namespace

TEST_CASE("an animated PNG gives every pixel back") {
  const Folder folder;
  auto frames = wanderingDisc(7);
  frames.push_back(frames.back());  // nothing changes
  const std::string path = folder / "disc.png";
  write(path, AnimationFormat::apng, {}, frames);
  CHECK(readApng(path) == frames);
  const auto still = readImage(path);  // as programs see it that know no animation
  REQUIRE(still);
  CHECK(*still == frames[0]);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a lossless WebP gives every visible pixel back, in the right time") {
  const Folder folder;
  auto frames = wanderingDisc(7);
  frames.push_back(Image(40, 30));  // nothing to see
  const std::string path = folder / "disc.webp";
  write(path, AnimationFormat::webp,
        {.frame_rate = 30, .webp_coding = WebpOptions::Coding::lossless}, frames);
  const auto shown = readWebp(path);
  REQUIRE(shown.size() == frames.size());
  int total = 0;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    total += shown[f].milliseconds;
    CHECK(shown[f].image == frames[f]);
  }
  CHECK(total == 267);  // eight thirtieths of a second
}

TEST_CASE("a lossy WebP looks like its source") {
  const Folder folder;
  const auto frames = wanderingDisc(3);
  const std::string path = folder / "disc.webp";
  write(path, AnimationFormat::webp, {}, frames);
  const auto shown = readWebp(path);
  REQUIRE(shown.size() == frames.size());
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (std::size_t i = 0; i < frames[f].rgba.size(); i += 4) {
      const auto *a = &frames[f].rgba[i], *b = &shown[f].image.rgba[i];
      CHECK(std::abs(a[3] - b[3]) <= 4);
      if (a[3] == 255) CHECK(std::abs(a[0] - b[0]) <= 60);
    }
  }
}

TEST_CASE("a PNG sequence is a folder of frames and leaves other files there alone") {
  const Folder folder;
  const auto frames = wanderingDisc(3);
  const std::string path = folder / "frames/";
  for (int round = 0; round < 2; ++round) {
    write(path, AnimationFormat::png_sequence, {}, frames);
    for (int f = 0; f < 3; ++f) {
      const auto frame = readImage(path + "frame_000" + std::to_string(f + 1) + ".png");
      REQUIRE(frame);
      CHECK(*frame == frames[std::size_t(f)]);
    }
    if (round == 0) REQUIRE(writePng(path + "notes.png", frames[0]));
  }
  CHECK(fs::exists(path + "notes.png"));
  CHECK(folder.entries() == 1);
}

TEST_CASE("frames that a longer sequence left in a folder are found, and no other files") {
  const Folder folder;
  const std::string path = folder / "frames/";
  write(path, AnimationFormat::png_sequence, {}, wanderingDisc(12));
  for (const char* other :
       {"frame_13.png", "frame_00013.png", "frame_0013.PNG", "frame_.png", "frame_0000.png"}) {
    REQUIRE(writePng(path + other, Image(1, 1)));
  }
  CHECK(leftoverFrames(path, 12).empty());
  CHECK(leftoverFrames(path, 10) == std::vector<std::string>{"frame_0011.png", "frame_0012.png"});
  REQUIRE(writePng(path + "frame_10000.png", Image(1, 1)));
  CHECK(leftoverFrames(path, 12) == std::vector<std::string>{"frame_10000.png"});
  CHECK(leftoverFrames(folder / "none", 1).empty());
}

TEST_CASE("a GIF goes through the same door") {
  const Folder folder;
  const auto frames = wanderingDisc(3);
  const std::string path = folder / "disc.gif";
  write(path, AnimationFormat::gif, {.frame_rate = 10}, frames);
  const auto shown = test::GifReader(*readFile(path)).read();
  REQUIRE(shown.size() == 3);
  CHECK(shown[0].delay == 10);
}

TEST_CASE("every format is the same whatever the number of threads") {
  const Folder folder;
  const auto frames = wanderingDisc(9);
  ThreadPool pool(3);
  for (const char* ending : {"gif", "png", "webp"}) {
    const std::string one = folder / "one." + ending, many = folder / "many." + ending;
    write(one, *animationFormatOf(one), {}, frames);
    write(many, *animationFormatOf(many), {}, frames, &pool);
    CHECK(*readFile(one) == *readFile(many));
  }
}

TEST_CASE("what cannot be written fails early and leaves the old file") {
  const Folder folder;
  const std::string path = folder / "disc.gif";
  const std::vector<std::uint8_t> old{1, 2, 3};
  REQUIRE(writeFileAtomically(path, old));
  {
    auto writer = AnimationWriter::create(path, AnimationFormat::gif, {.width = 40, .height = 30});
    REQUIRE(writer);
    REQUIRE((*writer)->add(wanderingDisc(2)));
    CHECK(!(*writer)->add(std::vector<Image>{Image(1, 1)}));
  }
  CHECK(*readFile(path) == old);
  const AnimationOptions options{.width = 4, .height = 4};
  for (const auto format : {AnimationFormat::gif, AnimationFormat::apng, AnimationFormat::webp}) {
    CHECK(!AnimationWriter::create(folder / "missing/disc", format, options));
    CHECK(!AnimationWriter::create(folder / "disc", format, {.width = 0, .height = 4}));
    CHECK(!AnimationWriter::create(folder / "disc", format,
                                   {.width = 4, .height = 4, .frame_rate = -1}));
    auto empty = AnimationWriter::create(folder / "disc", format, options);
    REQUIRE(empty);
    CHECK(!(*empty)->finish());
  }
  CHECK(!AnimationWriter::create(path, AnimationFormat::png_sequence, options));
  CHECK(folder.entries() == 1);
}

TEST_CASE("the format follows the name") {
  CHECK(animationFormatOf("a.gif") == AnimationFormat::gif);
  CHECK(animationFormatOf("a.png") == AnimationFormat::apng);
  CHECK(animationFormatOf("A.GIF") == AnimationFormat::gif);
  CHECK(animationFormatOf("a.webp") == AnimationFormat::webp);
  CHECK(animationFormatOf("out/") == AnimationFormat::png_sequence);
  CHECK(animationFormatOf("out") == AnimationFormat::png_sequence);
  CHECK(animationFormatOf("a.mp4") == AnimationFormat::mp4);
  CHECK(animationFormatOf("a.WebM") == AnimationFormat::webm);
  CHECK(animationFormatOf("a.json") == AnimationFormat::sprite_sheet);
  for (const char* other : {"a.mov", "a_ske.json", "a.spine.json"})
    CHECK(!animationFormatOf(other));
}

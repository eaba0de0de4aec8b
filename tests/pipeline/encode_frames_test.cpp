// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "tests/support/temporary_folder.hpp"
#include "vide/core/text.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/pipeline/encode_frames.hpp"

using namespace vide;
using namespace vide::test;

namespace {

void fill(Image& image, std::uint8_t r, std::uint8_t g) {
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    image.rgba[i] = r;
    image.rgba[i + 1] = g;
    image.rgba[i + 3] = 255;
  }
}

// Frames that carry their number as their colour.
FrameSource numbered(std::size_t frames, std::size_t slots, int width = 5, int height = 3) {
  FrameSource source{.frames = frames, .width = width, .height = height};
  source.slots = slots;
  source.render = [](std::size_t frame, std::size_t, Image& out) -> Result<void> {
    fill(out, std::uint8_t(frame % 256), std::uint8_t(frame / 256));
    return {};
  };
  return source;
}

std::string frameName(std::size_t frame) {
  std::string number = std::to_string(frame + 1);
  return "frame_" + std::string(4 - number.size(), '0') + number + ".png";
}

void checkInOrder(const TemporaryFolder& folder, std::size_t frames) {
  for (std::size_t frame = 0; frame < frames; ++frame) {
    CAPTURE(frame);
    const auto image = readImage(folder.file("frames/" + frameName(frame)));
    REQUIRE(image.has_value());
    CHECK(image->pixel(0, 0)[0] == frame % 256);
    CHECK(image->pixel(0, 0)[1] == frame / 256);
  }
  CHECK_FALSE(readImage(folder.file("frames/" + frameName(frames))).has_value());
}

}  // namespace

TEST_CASE("frames come out in order, whatever the number of slots and threads") {
  for (const std::size_t frames : {1, 2, 7, 33, 70}) {
    for (const std::size_t slots : {1, 2, 3, 8}) {
      for (const int threads : {1, 3}) {
        CAPTURE(frames);
        CAPTURE(slots);
        CAPTURE(threads);
        const TemporaryFolder folder;
        ThreadPool pool(threads);
        const auto times = encodeFrames(numbered(frames, slots), folder.file("frames"),
                                        AnimationFormat::png_sequence, {}, &pool);
        REQUIRE(times.has_value());
        CHECK(times->seconds_render >= 0);
        checkInOrder(folder, frames);
      }
    }
  }
}

TEST_CASE("a slot is never used by two calls at once") {
  const TemporaryFolder folder;
  ThreadPool pool(4);
  FrameSource source = numbered(64, 3);
  std::vector<std::atomic<int>> busy(3);
  std::atomic<int> clashes = 0;
  const auto paint = source.render;
  source.render = [&](std::size_t frame, std::size_t slot, Image& out) -> Result<void> {
    if (slot >= busy.size() || busy[slot].fetch_add(1) != 0) ++clashes;
    auto painted = paint(frame, slot, out);
    busy[slot].fetch_sub(1);
    return painted;
  };
  REQUIRE(encodeFrames(source, folder.file("a.gif"), AnimationFormat::gif, {}, &pool).has_value());
  CHECK(clashes == 0);
}

TEST_CASE("every kind of file has the same bytes with any number of slots and threads") {
  const TemporaryFolder folder;
  for (const auto& [name, format] :
       {std::pair{"a.gif", AnimationFormat::gif}, std::pair{"a.png", AnimationFormat::apng},
        std::pair{"a.webp", AnimationFormat::webp},
        std::pair{"sheet.json", AnimationFormat::sprite_sheet}}) {
    CAPTURE(name);
    std::set<std::vector<std::uint8_t>> contents;
    for (const int threads : {1, 2, 5}) {
      ThreadPool pool(threads);
      REQUIRE(encodeFrames(numbered(40, std::size_t(threads)), folder.file(name), format, {}, &pool)
                  .has_value());
      contents.insert(*readFile(folder.file(name)));
    }
    CHECK(contents.size() == 1);
  }
}

TEST_CASE("frames larger than a batch still come out in order") {
  const TemporaryFolder folder;
  // Four frames of 4000 x 2500 pixels are more than a batch holds.
  const auto times = encodeFrames(numbered(4, 1, 4000, 2500), folder.file("frames"),
                                  AnimationFormat::png_sequence, {});
  REQUIRE(times.has_value());
  checkInOrder(folder, 4);
}

TEST_CASE("progress never falls and ends at one") {
  const TemporaryFolder folder;
  std::vector<double> heard;
  const Progress progress([&](double fraction) { heard.push_back(fraction); });
  REQUIRE(encodeFrames(numbered(70, 2), folder.file("a.gif"), AnimationFormat::gif, {}, nullptr,
                       progress)
              .has_value());
  REQUIRE_FALSE(heard.empty());
  CHECK(std::ranges::is_sorted(heard));
  CHECK(heard.back() == doctest::Approx(1));
}

TEST_CASE("what is cancelled leaves the old file as it was, and nothing beside it") {
  for (const auto& [name, format] :
       {std::pair{"a.gif", AnimationFormat::gif}, std::pair{"a.png", AnimationFormat::apng},
        std::pair{"a.webp", AnimationFormat::webp},
        std::pair{"a.json", AnimationFormat::sprite_sheet}}) {
    CAPTURE(name);
    const TemporaryFolder folder;
    const std::vector<std::uint8_t> old = {1, 2, 3};
    REQUIRE(writeFileAtomically(folder.file(name), old).has_value());
    std::atomic<bool> cancel = false;
    FrameSource source = numbered(500, 1);
    const auto paint = source.render;
    source.render = [&](std::size_t frame, std::size_t slot, Image& out) {
      if (frame == 20) cancel = true;
      return paint(frame, slot, out);
    };
    const auto outcome = encodeFrames(source, folder.file(name), format, {}, nullptr,
                                      Progress([](double) {}, &cancel));
    REQUIRE_FALSE(outcome.has_value());
    CHECK(outcome.error().code == ErrorCode::cancelled);
    CHECK(*readFile(folder.file(name)) == old);
    CHECK(folder.entries() == 1);
  }
}

TEST_CASE("the first frame that fails stops the work, and nothing is written") {
  const TemporaryFolder folder;
  ThreadPool pool(3);
  FrameSource source = numbered(100, 3);
  source.render = [](std::size_t frame, std::size_t, Image&) -> Result<void> {
    if (frame < 30) return {};
    return fail(ErrorCode::numeric_failure, text("frame ", frame));
  };
  const auto outcome =
      encodeFrames(source, folder.file("frames"), AnimationFormat::png_sequence, {}, &pool);
  REQUIRE_FALSE(outcome.has_value());
  CHECK(outcome.error().message == "frame 30");
  CHECK(folder.entries() == 0);
}

TEST_CASE(
    "frames of an earlier animation in the folder are told of, unless this is a part of one") {
  const TemporaryFolder folder;
  const auto warnings = [&](std::size_t frames, const FrameSelection& selection = {}) {
    FrameSource source = numbered(frames, 1);
    source.selection = selection;
    const auto report =
        encodeFrames(source, folder.file("frames"), AnimationFormat::png_sequence, {});
    REQUIRE(report.has_value());
    return report->warnings;
  };
  CHECK(warnings(9).empty());
  CHECK(warnings(9).empty());
  CHECK(warnings(6, {.share = 0, .shares = 2}).empty());
  const auto told = warnings(6);
  REQUIRE(told.size() == 1);
  CHECK(told[0].find("3 frames") != std::string::npos);
  CHECK(told[0].find("frame_0007.png .. frame_0009.png") != std::string::npos);
}

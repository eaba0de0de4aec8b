// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/message_of.hpp"
#include "tests/support/own_ffmpeg.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/animation_writer.hpp"
#include "vide/io/detail/frame_ratio.hpp"
#include "vide/io/detail/spread_colors.hpp"
#include "vide/io/file.hpp"

using namespace vide;
using namespace vide::test;

namespace {

// Writes its words and what it is fed to the file it is told to write: as the last word says, after
// "file:".
constexpr auto recorder = R"(for word; do out=$word; done
{ echo "$@"; /bin/cat; } > "${out#file:}")";

Image plain(int width, int height, Color color) {
  Image image(width, height);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    image.rgba[i] = color.r, image.rgba[i + 1] = color.g;
    image.rgba[i + 2] = color.b, image.rgba[i + 3] = color.a;
  }
  return image;
}

Result<WrittenAnimation> writeVideo(const std::string& path, const std::vector<Image>& frames,
                                    AnimationOptions options = {}) {
  options.width = frames[0].width;
  options.height = frames[0].height;
  const auto format = *animationFormatOf(path);
  auto writer = AnimationWriter::create(path, format, options);
  if (!writer) return std::unexpected(writer.error());
  if (auto added = (*writer)->add(frames); !added) return std::unexpected(added.error());
  return (*writer)->finish();
}

// What the recorder was told, and what it was fed.
struct Recorded {
  std::string words;
  std::vector<std::uint8_t> bytes;

  explicit Recorded(const std::string& path) {
    const auto all = readFile(path);
    REQUIRE(all.has_value());
    const auto end = std::ranges::find(*all, '\n');
    REQUIRE(end != all->end());
    words.assign(all->begin(), end);
    bytes.assign(end + 1, all->end());
  }
  bool says(const std::string& part) const { return words.find(part) != std::string::npos; }
};

constexpr Color red{255, 0, 0, 255}, half_green{0, 200, 0, 128}, nothing{0, 0, 0, 0};

}  // namespace

TEST_CASE("a frame rate is the simplest fraction that is it") {
  const auto is = [](double value, std::int64_t numerator, std::int64_t denominator) {
    const auto ratio = detail::ratioOf(value);
    CHECK(ratio.numerator == numerator);
    CHECK(ratio.denominator == denominator);
  };
  is(30, 30, 1);
  is(24 / 0.8, 30, 1);
  is(12.5, 25, 2);
  is(30000.0 / 1001, 30000, 1001);
  is(0.01, 1, 100);
  is(23.976, 24000, 1001);
  is(59.94, 60000, 1001);
  is(25 / 0.699999988079071, 250, 7);
  is(24.5, 49, 2);
  is(24000.0 / 1001, 24000, 1001);
  is(1 / 0.033333, 30, 1);             // as recordings say it
  is(72 / 2.4000000953674316, 30, 1);  // a length in single precision
  for (double value = 0.0011; value < 1000; value *= 1.37) {
    const auto ratio = detail::ratioOf(value);
    CHECK(std::abs(double(ratio.numerator) / double(ratio.denominator) - value) <= 2e-5 * value);
    CHECK(ratio.denominator < std::int64_t(1) << 31);
  }
}

TEST_CASE("ffmpeg is fed with the frames as they are, at their exact rate") {
  const OwnFfmpeg ffmpeg(recorder);
  const TemporaryFolder folder;
  const std::vector<Image> frames{plain(5, 3, red), plain(5, 3, half_green), plain(5, 3, nothing)};
  const auto written =
      writeVideo(folder.file("a.webm"), frames, {.frame_rate = 30000.0 / 1001, .quality = 90});
  REQUIRE_MESSAGE(written.has_value(), messageOf(written));
  CHECK(written->paths == std::vector{folder.file("a.webm")});
  CHECK(written->warnings.empty());
  const Recorded fed(folder.file("a.webm"));
  CHECK(fed.says("-f rawvideo -pix_fmt rgba -s 5x3 -r 30000/1001 -i pipe:0"));
  CHECK(fed.says("yuva420p"));
  CHECK(fed.says("libvpx-vp9"));
  std::vector<std::uint8_t> expected;
  for (const Image& frame : frames) {
    expected.insert(expected.end(), frame.rgba.begin(), frame.rgba.end());
  }
  CHECK(fed.bytes == expected);
  CHECK(folder.entries() == 1);
}

TEST_CASE("colours spread into what is transparent around them, and nothing else changes") {
  Image image(40, 30);
  std::copy_n(plain(1, 1, red).rgba.begin(), 4, image.pixel(10, 12));
  std::copy_n(plain(1, 1, half_green).rgba.begin(), 4, image.pixel(15, 12));
  Image spread = image;
  detail::spreadColors(spread, 4);
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) {
      CHECK(spread.pixel(x, y)[3] == image.pixel(x, y)[3]);
      const bool is_near = std::abs(y - 12) <= 4 && x >= 6 && x <= 19;
      const Color color = !is_near ? nothing : x <= 12 ? red : half_green;
      CHECK(spread.pixel(x, y)[0] == color.r);
      CHECK(spread.pixel(x, y)[1] == color.g);
    }
  }
  const OwnFfmpeg ffmpeg(recorder);
  const TemporaryFolder folder;
  REQUIRE(writeVideo(folder.file("a.webm"), {image}).has_value());
  detail::spreadColors(image, 16);
  CHECK(Recorded(folder.file("a.webm")).bytes == image.rgba);
}

TEST_CASE("a WebM of opaque frames goes without alpha") {
  const OwnFfmpeg ffmpeg(recorder);
  const TemporaryFolder folder;
  REQUIRE(writeVideo(folder.file("a.webm"), {plain(4, 4, red)}, {.opaque = true}).has_value());
  CHECK_FALSE(Recorded(folder.file("a.webm")).says("yuva420p"));
}

TEST_CASE("an MP4 stands on white, in even sides, and both are told") {
  const OwnFfmpeg ffmpeg(recorder);
  const TemporaryFolder folder;
  Image frame = plain(3, 5, red);
  for (int row = 0; row < 5; ++row) {
    std::copy_n(plain(1, 1, half_green).rgba.begin(), 4, frame.pixel(1, row));
  }
  const auto written = writeVideo(folder.file("a.mp4"), {frame}, {.frame_rate = 24});
  REQUIRE(written.has_value());
  REQUIRE(written->warnings.size() == 2);
  CHECK(written->warnings[0].find("white") != std::string::npos);
  CHECK(written->warnings[1].find("4 x 6") != std::string::npos);
  const Recorded fed(folder.file("a.mp4"));
  CHECK(fed.says("-s 4x6 -r 24/1"));
  CHECK(fed.says("yuv420p"));
  CHECK(fed.says("+faststart"));
  REQUIRE(fed.bytes.size() == 4 * 4 * 6);
  // 200 and 0 at 128 / 255 over 255, rounded.
  const std::vector<std::uint8_t> row{255, 0, 0, 255, 127, 227, 127, 255,
                                      255, 0, 0, 255, 255, 0,   0,   255};
  for (std::size_t i = 0; i < fed.bytes.size(); ++i) CHECK(fed.bytes[i] == row[i % row.size()]);

  const auto plain_one = writeVideo(folder.file("b.mp4"), {plain(4, 6, red)});
  REQUIRE(plain_one.has_value());
  CHECK(plain_one->warnings.empty());
}

TEST_CASE("without ffmpeg one line says what to install, before any work") {
  const OwnFfmpeg none("");
  const TemporaryFolder folder;
  for (const auto& [name, format] :
       {std::pair{"a.mp4", AnimationFormat::mp4}, std::pair{"a.webm", AnimationFormat::webm}}) {
    const auto usable = checkAnimationTarget(folder.file(name), format);
    CHECK(failsWith(usable, "ffmpeg"));
    CHECK(failsWith(usable, "install"));
    CHECK(messageOf(usable).starts_with(folder.file(name)));
    CHECK(failsWith(writeVideo(folder.file(name), {plain(4, 4, red)}), "install"));
  }
  CHECK(folder.entries() == 0);
}

TEST_CASE("a folder called ffmpeg is no program") {
  const OwnFfmpeg none("");
  const TemporaryFolder folder;
  std::filesystem::create_directory(none.folder().file("ffmpeg"));
  CHECK(failsWith(checkAnimationTarget(folder.file("a.mp4"), AnimationFormat::mp4), "install"));
}

TEST_CASE("where nobody is told how children end, a video fails instead of waiting for ever") {
  const TemporaryFolder folder;
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  for (const auto& [script, word] :
       {std::pair{recorder, "SIGCHLD"},
        std::pair{"/bin/cat >/dev/null; echo late >&2; exit 1", "late"},
        std::pair{"echo early >&2; exit 1", "early"}}) {
    CAPTURE(script);
    const OwnFfmpeg ffmpeg(script);
    std::atomic<int> asked = 0;
    const Progress patience([](double) {}, std::function<bool()>([&] { return ++asked > 200; }));
    const std::vector<Image> frames(100, plain(64, 64, red));
    const auto outcome = writeVideo(folder.file("a.mp4"), frames, {.progress = patience});
    CHECK_MESSAGE(failsWith(outcome, word), messageOf(outcome));
  }
  std::signal(SIGCHLD, before);
  CHECK(folder.entries() == 0);
}

TEST_CASE("what makes ffmpeg fail is told in its own last words, and the old file stays") {
  const TemporaryFolder folder;
  const std::vector<std::uint8_t> old{1, 2, 3};
  REQUIRE(writeFileAtomically(folder.file("a.mp4"), old).has_value());
  const std::vector<Image> frames(200, plain(64, 64, red));  // more than a pipe holds
  const auto failure = [&](const char* script) {
    const OwnFfmpeg ffmpeg(script);
    return messageOf(writeVideo(folder.file("a.mp4"), frames));
  };
  const std::string named = folder.file("a.mp4") + ": ffmpeg failed: ";
  // At once, while it is being fed, and at the end.
  CHECK(failure("echo first >&2; echo \"Unknown encoder 'libx264'\" >&2; exit 1") ==
        named + "Unknown encoder 'libx264'");
  CHECK(failure("/usr/bin/head -c 100000 >/dev/null; echo No space left >&2; echo >&2; exit 1") ==
        named + "No space left");
  CHECK(failure("/bin/cat >/dev/null; echo late >&2; echo 'Conversion failed!' >&2; exit 9") ==
        named + "late");
  CHECK(failure("/bin/cat >/dev/null; exit 7") == named + "ended with status 7");
  CHECK(failure("kill -9 $$") == named + "was ended by signal 9");
  CHECK(*readFile(folder.file("a.mp4")) == old);
  CHECK(folder.entries() == 1);
}

TEST_CASE("an ffmpeg that ends well without a video leaves the old file") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.webm");
  REQUIRE(writeFileAtomically(path, std::vector<std::uint8_t>{1, 2, 3}).has_value());
  const OwnFfmpeg ffmpeg("/bin/cat > /dev/null; exit 0");
  const auto outcome = writeVideo(path, {Image(4, 4)});
  CHECK(failsWith(outcome, "wrote nothing"));
  CHECK(readFile(path)->size() == 3);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a program that says much before it reads anything holds nothing up") {
  const OwnFfmpeg ffmpeg(R"(i=0; while [ $i -lt 4000 ]; do
echo "a line of no interest, number $i, which is long enough to fill what a pipe holds" >&2
i=$((i+1)); done
/bin/cat >/dev/null; echo done >&2; exit 1)");
  const TemporaryFolder folder;
  const std::vector<Image> frames(300, plain(64, 64, red));
  CHECK(messageOf(writeVideo(folder.file("a.webm"), frames)).ends_with("failed: done"));
}

TEST_CASE("what is cancelled ends ffmpeg at once and leaves nothing") {
  using Clock = std::chrono::steady_clock;
  const TemporaryFolder folder, notes;
  // One that never reads, and one that reads and then never ends.
  for (const char* script : {"exec /bin/sleep 60", "/bin/cat >/dev/null; exec /bin/sleep 60"}) {
    const OwnFfmpeg ffmpeg("echo $$ > " + notes.file("process") + "\n" + script);
    std::atomic<int> asked = 0;
    const Progress stop([](double) {}, std::function<bool()>([&] { return ++asked > 5; }));
    const auto start = Clock::now();
    const auto outcome = writeVideo(
        folder.file("a.mp4"), std::vector<Image>(100, plain(64, 64, red)), {.progress = stop});
    REQUIRE_FALSE(outcome.has_value());
    CHECK(outcome.error().code == ErrorCode::cancelled);
    CHECK(Clock::now() - start < std::chrono::seconds(30));
    int process = 0;
    std::ifstream(notes.file("process")) >> process;
    REQUIRE(process > 0);
    CHECK(::kill(process, 0) != 0);
    CHECK(folder.entries() == 0);
  }
}

TEST_CASE("a video needs frames, a size, a rate and a quality; nothing is left of one without") {
  const OwnFfmpeg ffmpeg(recorder);
  const TemporaryFolder folder;
  const auto create = [&](const AnimationOptions& options) {
    return AnimationWriter::create(folder.file("a.mp4"), AnimationFormat::mp4, options);
  };
  CHECK_FALSE(create({.width = 0, .height = 4}).has_value());
  CHECK_FALSE(create({.width = 4, .height = 4, .frame_rate = 0}).has_value());
  CHECK_FALSE(create({.width = 4, .height = 4, .frame_rate = 1e5}).has_value());
  for (const double quality : {std::nan(""), -1.0, 100.5, 1e12}) {
    CHECK(failsWith(create({.width = 4, .height = 4, .quality = quality}), "quality"));
  }
  {
    auto writer = create({.width = 4, .height = 4});
    REQUIRE(writer.has_value());
    CHECK_FALSE((*writer)->add(std::vector{Image(4, 5)}).has_value());
    CHECK(failsWith((*writer)->finish(), "at least one frame"));
  }
  CHECK_FALSE(writeVideo(folder.file("none/a.mp4"), {plain(4, 4, red)}).has_value());
  CHECK(folder.entries() == 0);
}

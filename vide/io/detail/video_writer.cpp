// SPDX-License-Identifier: MIT
#include "vide/io/detail/video_writer.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "vide/core/text.hpp"
#include "vide/io/detail/child_process.hpp"
#include "vide/io/detail/frame_ratio.hpp"
#include "vide/io/detail/spread_colors.hpp"
#include "vide/io/file.hpp"

namespace vide::detail {
namespace {

using Words = std::vector<std::string>;

Result<std::string> requireFfmpeg(const std::string& path) {
  if (auto program = findProgram("ffmpeg")) return *std::move(program);
  return fail(ErrorCode::not_found,
              text(path,
                   ": videos are written by ffmpeg, which is not installed (Debian, Ubuntu: "
                   "apt install ffmpeg; others: ffmpeg.org); or write .webp, .png or .gif"));
}

// H.264 in 4:2:0 has whole pairs of rows and columns alone.
int evenSide(int side) { return side + side % 2; }

// A constant quality: the encoders' scales run backwards, 18 and 24 being hard to tell from the
// original.
std::string rateFactor(double quality, double worst, double per_point) {
  return toText(static_cast<int>(worst - per_point * quality + 0.5));
}

// The number of threads is part of what H.264 comes out as; a fixed one gives the same bytes on any
// machine.
constexpr auto threads = "4";

Words inputWords(int width, int height, const Ratio& rate) {
  const std::string per_second = text(rate.numerator, "/", rate.denominator);
  return {"-nostdin", "-hide_banner", "-loglevel", "error", "-xerror", "-y",
          "-f",       "rawvideo",     "-pix_fmt",  "rgba",  "-s",      text(width, "x", height),
          "-r",       per_second,     "-i",        "pipe:0"};
}

// Colours as players expect them of a file that says so.
Words colorWords(const char* pixels) {
  return {"-vf",
          text("scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,"
               "format=",
               pixels),
          "-colorspace",
          "bt709",
          "-color_primaries",
          "bt709",
          "-color_trc",
          "bt709",
          "-color_range",
          "tv"};
}

Words mp4Words(double quality) {
  return {"-c:v",      "libx264",    "-preset", "medium", "-crf", rateFactor(quality, 45, 0.3),
          "-movflags", "+faststart", "-f",      "mp4"};
}

Words webmWords(double quality) {
  return {"-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "2", "-row-mt", "1", "-b:v", "0",
          "-crf", rateFactor(quality, 60, 0.4),
          // Frames that are not shown have no alpha to go with.
          "-auto-alt-ref", "0", "-f", "webm"};
}

class VideoWriter : public AnimationWriter {
 public:
  static Result<std::unique_ptr<AnimationWriter>> create(const std::string& path,
                                                         AnimationFormat format,
                                                         const AnimationOptions& options) {
    auto program = requireFfmpeg(path);
    if (!program) return std::unexpected(program.error());
    auto file = AtomicFile::open(path);
    if (!file) return std::unexpected(file.error());
    std::unique_ptr<VideoWriter> writer(
        new VideoWriter(path, *std::move(file), format == AnimationFormat::mp4, options));
    auto child = ChildProcess::start(*program, writer->words(options));
    if (!child) return failAt(path, child.error());
    writer->ffmpeg_ = *std::move(child);
    return writer;
  }

  Result<void> add(std::span<const Image> frames) override {
    for (const Image& frame : frames) {
      if (frame.width != width_ || frame.height != height_) {
        return fail(ErrorCode::invalid_argument,
                    text(path_, ": a frame is ", frame.width, " x ", frame.height, ", the video ",
                         width_, " x ", height_));
      }
      auto sent = ffmpeg_->write(is_mp4_ ? opaque(frame) : transparent(frame), progress_);
      if (!sent) return failed(sent.error());
      ++frames_;
    }
    return {};
  }

  Result<WrittenAnimation> finish() override {
    if (frames_ == 0) {
      return fail(ErrorCode::invalid_argument, text(path_, ": a video needs at least one frame"));
    }
    if (auto ended = ffmpeg_->finish(progress_); !ended) return failed(ended.error());
    std::error_code unknown;
    if (std::filesystem::file_size(file_.temporaryPath(), unknown) == 0 || unknown) {
      return fail(ErrorCode::file_access,
                  text(path_, ": ffmpeg ended well but wrote nothing; try it by itself"));
    }
    if (auto committed = file_.commit(); !committed) return std::unexpected(committed.error());
    return WrittenAnimation{{path_}, warnings()};
  }

 private:
  VideoWriter(std::string path, AtomicFile file, bool is_mp4, const AnimationOptions& options)
      : path_(std::move(path)),
        file_(std::move(file)),
        is_mp4_(is_mp4),
        is_opaque_(options.opaque),
        width_(options.width),
        height_(options.height),
        progress_(options.progress) {}

  Words words(const AnimationOptions& options) const {
    const int width = is_mp4_ ? evenSide(width_) : width_;
    const int height = is_mp4_ ? evenSide(height_) : height_;
    Words all = inputWords(width, height, ratioOf(options.frame_rate));
    const auto append = [&](const Words& more) { all.insert(all.end(), more.begin(), more.end()); };
    append(colorWords(is_mp4_ || is_opaque_ ? "yuv420p" : "yuva420p"));
    append(is_mp4_ ? mp4Words(options.quality) : webmWords(options.quality));
    append({"-threads", threads, "-fflags", "+bitexact", "-flags:v", "+bitexact", "-an"});
    // Named as a file, so that no name is taken for an option or a network address.
    all.push_back("file:" + file_.temporaryPath());
    return all;
  }

  // The frame on white, its last column and row once more where they make a whole pair.
  const std::vector<std::uint8_t>& opaque(const Image& frame) {
    const std::size_t row_bytes = 4 * std::size_t(evenSide(width_));
    flat_.resize(row_bytes * std::size_t(evenSide(height_)));
    for (int row = 0; row < evenSide(height_); ++row) {
      const std::uint8_t* from = frame.pixel(0, std::min(row, height_ - 1));
      std::uint8_t* to = flat_.data() + row_bytes * std::size_t(row);
      for (int column = 0; column < width_; ++column) onWhite(from + 4 * column, to + 4 * column);
      if (width_ % 2 != 0) std::memcpy(to + 4 * width_, to + 4 * (width_ - 1), 4);
    }
    return flat_;
  }

  // As far as a block of the codec reaches.
  const std::vector<std::uint8_t>& transparent(const Image& frame) {
    constexpr int reach = 16;
    if (is_opaque_) return frame.rgba;
    spread_ = frame;
    spreadColors(spread_, reach);
    return spread_.rgba;
  }

  void onWhite(const std::uint8_t* from, std::uint8_t* to) {
    const int alpha = from[3];
    if (alpha != 255) was_transparent_ = true;
    for (int c = 0; c < 3; ++c) {
      to[c] = static_cast<std::uint8_t>((from[c] * alpha + 255 * (255 - alpha) + 127) / 255);
    }
    to[3] = 255;
  }

  std::unexpected<Error> failed(const Error& error) const {
    if (error.code == ErrorCode::cancelled) return std::unexpected(error);
    return fail(error.code, text(path_, ": ffmpeg failed: ", error.message));
  }

  std::vector<std::string> warnings() const {
    std::vector<std::string> all;
    if (was_transparent_) {
      all.push_back(
          "MP4 knows no transparency: the frames stand on white; choose a --background, "
          "or write .webm or .webp");
    }
    if (is_mp4_ && (width_ % 2 != 0 || height_ % 2 != 0)) {
      all.push_back(text("MP4 needs even sides: ", width_, " x ", height_, " became ",
                         evenSide(width_), " x ", evenSide(height_),
                         ", the last column or row shown twice"));
    }
    return all;
  }

  std::string path_;
  AtomicFile file_;  // outlives ffmpeg, which writes to its temporary name
  bool is_mp4_, is_opaque_;
  int width_, height_;
  Progress progress_;
  std::unique_ptr<ChildProcess> ffmpeg_;
  std::vector<std::uint8_t> flat_;  // a frame without transparency
  Image spread_;                    // one with colours in its transparent pixels
  bool was_transparent_ = false;
  std::size_t frames_ = 0;
};

}  // namespace

Result<void> checkVideoProgram(const std::string& path) {
  const auto program = requireFfmpeg(path);
  return program ? Result<void>() : std::unexpected(program.error());
}

Result<std::unique_ptr<AnimationWriter>> makeVideoWriter(const std::string& path,
                                                         AnimationFormat format,
                                                         const AnimationOptions& options) {
  if (options.width < 1 || options.height < 1) {
    return fail(ErrorCode::invalid_argument,
                text(path, ": video size ", options.width, " x ", options.height, " is empty"));
  }
  if (!(options.frame_rate >= 0.001 && options.frame_rate <= 1000)) {
    return fail(ErrorCode::invalid_argument,
                text(path, ": video frame rate ", options.frame_rate, " is outside 0.001..1000"));
  }
  if (!(options.quality >= 0 && options.quality <= 100)) {
    return fail(ErrorCode::invalid_argument,
                text(path, ": video quality ", options.quality, " is outside 0..100"));
  }
  return VideoWriter::create(path, format, options);
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/io/animation_writer.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "vide/core/text.hpp"
#include "vide/io/apng_encoder.hpp"
#include "vide/io/detail/sheet_writer.hpp"
#include "vide/io/detail/video_writer.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"

namespace vide {
namespace {

namespace fs = std::filesystem;

// One file made by an encoder that works in memory.
template <class Encoder>
class SingleFileWriter : public AnimationWriter {
 public:
  SingleFileWriter(std::string path, AtomicFile file, Encoder encoder)
      : path_(std::move(path)), file_(std::move(file)), encoder_(std::move(encoder)) {}

  Result<void> add(std::span<const Image> frames) override {
    const auto added = encoder_.add(frames);
    return added ? added : failAt(path_, added.error());
  }
  Result<WrittenAnimation> finish() override {
    const auto bytes = encoder_.finish();
    if (!bytes) return failAt(path_, bytes.error());
    auto written = file_.write(*bytes);
    if (written) written = file_.commit();
    if (!written) return std::unexpected(written.error());
    return WrittenAnimation{{path_}, {}};
  }

 private:
  std::string path_;
  AtomicFile file_;
  Encoder encoder_;
};

template <class Encoder, class Options>
Result<std::unique_ptr<AnimationWriter>> singleFile(const std::string& path, Options options,
                                                    ThreadPool* pool) {
  auto encoder = Encoder::create(std::move(options), pool);
  if (!encoder) return failAt(path, encoder.error());
  auto file = AtomicFile::open(path);
  if (!file) return std::unexpected(file.error());
  return std::make_unique<SingleFileWriter<Encoder>>(path, std::move(*file), std::move(*encoder));
}

std::unexpected<Error> fileTrouble(const std::string& path, const std::error_code& code) {
  return fail(ErrorCode::file_access, text(path, ": ", code.message()));
}

// Frames gather in a hidden folder beside the target and move over together at the end.
class PngSequenceWriter : public AnimationWriter {
 public:
  static Result<std::unique_ptr<AnimationWriter>> create(const std::string& path,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool) {
    if (auto usable = checkTargetFolder(path); !usable) return std::unexpected(usable.error());
    std::error_code trouble;
    fs::path target = fs::absolute(path, trouble).lexically_normal();
    if (!target.has_filename()) target = target.parent_path();
    fs::create_directories(target.parent_path(), trouble);
    if (trouble) return fileTrouble(path, trouble);
    for (int attempt = 0; attempt < 1000; ++attempt) {
      fs::path hidden =
          target.parent_path() / text(".vide-", target.filename().string(), "-", attempt, ".tmp");
      if (fs::create_directory(hidden, trouble)) {
        return std::unique_ptr<AnimationWriter>(
            new PngSequenceWriter(path, target, hidden, options, pool));
      }
      if (trouble) return fileTrouble(path, trouble);
    }
    return fail(ErrorCode::file_access,
                text(path, ": too many unfinished .vide-*.tmp folders beside it; remove them"));
  }

  ~PngSequenceWriter() override {
    std::error_code ignored;
    fs::remove_all(hidden_, ignored);
  }

  Result<void> add(std::span<const Image> frames) override {
    std::vector<Result<void>> written(frames.size());
    parallelFor(pool_, frames.size(),
                [&](std::size_t i) { written[i] = write(frames[i], frames_ + i); });
    for (const auto& result : written) {
      if (!result) return failAt(path_, result.error());
    }
    frames_ += frames.size();
    return {};
  }

  Result<WrittenAnimation> finish() override {
    if (frames_ == 0) {
      return fail(ErrorCode::invalid_argument,
                  text(path_, ": a PNG sequence needs at least one frame"));
    }
    std::error_code trouble;
    if (!fs::exists(target_, trouble)) {
      fs::rename(hidden_, target_, trouble);
      if (!trouble) return WrittenAnimation{{path_}, {}};
      // Another writer of the same folder may have been first.
      std::error_code unknown;
      if (!fs::is_directory(target_, unknown)) return fileTrouble(path_, trouble);
    }
    for (std::size_t i = 0; i < frames_; ++i) {
      fs::rename(hidden_ / nameOf(i), target_ / nameOf(i), trouble);
      if (trouble) return fileTrouble(path_, trouble);
    }
    return WrittenAnimation{{path_}, {}};
  }

 private:
  PngSequenceWriter(std::string path, fs::path target, fs::path hidden,
                    const AnimationOptions& options, ThreadPool* pool)
      : path_(std::move(path)),
        target_(std::move(target)),
        hidden_(std::move(hidden)),
        width_(options.width),
        height_(options.height),
        first_number_(options.first_number),
        pool_(pool) {}

  std::string nameOf(std::size_t frame) const { return frameFileName(first_number_ + frame); }

  Result<void> write(const Image& frame, std::size_t index) const {
    if (frame.width != width_ || frame.height != height_) {
      return fail(ErrorCode::invalid_argument, text("a frame is ", frame.width, " x ", frame.height,
                                                    ", the animation ", width_, " x ", height_));
    }
    // Speed before size: single frames mostly go on into another program.
    return writePng((hidden_ / nameOf(index)).string(), frame, {.compression = 3});
  }

  std::string path_;  // as the caller named it, for messages
  fs::path target_, hidden_;
  int width_, height_;
  std::size_t first_number_;
  ThreadPool* pool_;
  std::size_t frames_ = 0;
};

bool isVideo(AnimationFormat format) {
  return format == AnimationFormat::mp4 || format == AnimationFormat::webm;
}

// The number in a name that frameFileName makes.
std::optional<std::size_t> numberOfFrame(std::string_view name) {
  constexpr std::string_view start = "frame_", end = ".png";
  if (!name.starts_with(start) || !name.ends_with(end)) return std::nullopt;
  std::size_t number = 0;
  const char* digits = name.data() + start.size();
  const auto read = std::from_chars(digits, name.data() + name.size(), number);
  if (read.ec != std::errc() || name != frameFileName(number)) return std::nullopt;
  return number;
}

}  // namespace

const char* const animation_endings =
    ".gif, .png, .webp, .mp4, .webm, .json (sprite sheet) or FOLDER/";

std::optional<AnimationFormat> animationFormatOf(const std::string& path) {
  const fs::path file(path);
  const std::string ending = endingOf(path);
  if (!file.has_filename() || ending.empty()) return AnimationFormat::png_sequence;
  if (ending == ".gif") return AnimationFormat::gif;
  if (ending == ".png" || ending == ".apng") return AnimationFormat::apng;
  if (ending == ".webp") return AnimationFormat::webp;
  if (ending == ".mp4") return AnimationFormat::mp4;
  if (ending == ".webm") return AnimationFormat::webm;
  const bool is_character = path.ends_with("_ske.json") || path.ends_with(".spine.json");
  if (ending == ".json" && !is_character) return AnimationFormat::sprite_sheet;
  return std::nullopt;
}

std::string frameFileName(std::size_t number) {
  const std::string digits = toText(number);
  return text("frame_", std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0'), digits,
              ".png");
}

std::vector<std::string> leftoverFrames(const std::string& folder, std::size_t frames) {
  std::vector<std::string> names;
  std::error_code trouble;
  for (fs::directory_iterator at(folder, trouble), end; !trouble && at != end;
       at.increment(trouble)) {
    std::string name = at->path().filename().string();
    const auto number = numberOfFrame(name);
    if (number && *number > frames) names.push_back(std::move(name));
  }
  std::ranges::sort(names, [](const std::string& a, const std::string& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  });
  return names;
}

SheetPage sheetPage(const std::string& path, std::size_t page) {
  SheetPage files = sheetPageOf(fs::path(path).replace_extension().string(), page);
  if (page == 0) files.text = path;  // whatever it ends in
  return files;
}

Result<void> checkAnimationTarget(const std::string& path, AnimationFormat format) {
  if (format == AnimationFormat::png_sequence) return checkTargetFolder(path);
  if (isVideo(format)) {
    if (auto found = detail::checkVideoProgram(path); !found) return found;
  }
  if (format == AnimationFormat::sprite_sheet) {
    if (auto usable = checkTarget(sheetPage(path, 0).picture); !usable) return usable;
  }
  return checkTarget(path);
}

Result<std::unique_ptr<AnimationWriter>> AnimationWriter::create(const std::string& path,
                                                                 AnimationFormat format,
                                                                 const AnimationOptions& options,
                                                                 ThreadPool* pool) {
  const auto& o = options;
  switch (format) {
    case AnimationFormat::gif:
      return singleFile<GifEncoder>(
          path, GifOptions{o.width, o.height, o.frame_rate, o.loops, o.dither, o.palette}, pool);
    case AnimationFormat::apng:
      return singleFile<ApngEncoder>(
          path,
          ApngOptions{
              .width = o.width, .height = o.height, .frame_rate = o.frame_rate, .loops = o.loops},
          pool);
    case AnimationFormat::webp:
      return singleFile<WebpAnimationEncoder>(
          path, WebpOptions{o.width, o.height, o.frame_rate, o.loops, o.quality, o.webp_coding},
          pool);
    case AnimationFormat::png_sequence:
      return PngSequenceWriter::create(path, options, pool);
    case AnimationFormat::sprite_sheet:
      return detail::makeSheetWriter(path, options, pool);
    case AnimationFormat::mp4:
    case AnimationFormat::webm:
      return detail::makeVideoWriter(path, format, options);
  }
  return fail(ErrorCode::unsupported, text(path, ": unknown animation format"));
}

}  // namespace vide

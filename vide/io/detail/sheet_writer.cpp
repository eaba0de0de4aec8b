// SPDX-License-Identifier: MIT
#include "vide/io/detail/sheet_writer.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include "vide/formats/sheet_builder.hpp"
#include "vide/io/detail/implied_picture.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"

namespace vide::detail {
namespace {

namespace fs = std::filesystem;

// What the command line calls the sizes of frames and pages.
constexpr auto size_options = " (--size, --atlas-size)";

// The picture of a page, unless it is somebody else's.
Result<AtomicFile> openPicture(const std::string& path, std::size_t page) {
  const auto [sheet, picture] = sheetPage(path, page);
  if (auto free = checkImpliedPicture(picture, {&sheet, 1}); !free) {
    return std::unexpected(free.error());
  }
  return AtomicFile::open(picture);
}

SheetOptions sheetOptions(const std::string& path, const AnimationOptions& options,
                          ThreadPool* pool) {
  SheetOptions sheet{options.width, options.height,       options.clips,
                     options.atlas, options.sheet_layout, pool};
  if (sheet.clips.empty()) {
    sheet.clips.push_back({.name = fs::path(path).stem().string(),
                           .frames = SIZE_MAX,
                           .frame_rate = options.frame_rate});
  }
  return sheet;
}

class SheetWriter : public AnimationWriter {
 public:
  static Result<std::unique_ptr<AnimationWriter>> create(const std::string& path,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool) {
    std::unique_ptr<SheetWriter> writer(new SheetWriter(path, options));
    auto builder =
        SheetBuilder::create(sheetOptions(path, options, pool),
                             [to = writer.get()](const Image& picture, SpriteSheet text) {
                               return to->writePage(picture, std::move(text));
                             });
    if (!builder) return failAt(path, builder.error());
    writer->builder_ = *std::move(builder);
    auto text_file = AtomicFile::open(path);
    if (!text_file) return std::unexpected(text_file.error());
    auto picture_file = openPicture(path, 0);
    if (!picture_file) return std::unexpected(picture_file.error());
    writer->texts_.push_back(*std::move(text_file));
    writer->pictures_.push_back(*std::move(picture_file));
    return writer;
  }

  Result<void> add(std::span<const Image> frames) override { return told(builder_->add(frames)); }

  Result<WrittenAnimation> finish() override {
    if (auto built = told(builder_->finish()); !built) return std::unexpected(built.error());
    if (auto written = writeTexts(); !written) return std::unexpected(written.error());
    return commit();
  }

 private:
  SheetWriter(std::string path, const AnimationOptions& options)
      : path_(std::move(path)), layout_(options.sheet_layout), progress_(options.progress) {}

  // The builder's errors lack the path; those of files have it.
  Result<void> told(Result<void> result) {
    if (result) return result;
    if (page_error_) return std::unexpected(*page_error_);
    if (result.error().code == ErrorCode::limit_exceeded) result.error().message += size_options;
    return failAt(path_, result.error());
  }

  Result<void> writePage(const Image& picture, SpriteSheet text) {
    auto written = writePicture(picture);
    if (!written) page_error_ = written.error();
    pages_.push_back(std::move(text));
    return written;
  }

  Result<void> writePicture(const Image& picture) {
    auto png = encodePng(picture, {.progress = progress_});
    if (!png) return std::unexpected(png.error());
    if (pages_.size() == pictures_.size()) {
      auto file = openPicture(path_, pages_.size());
      if (!file) return std::unexpected(file.error());
      pictures_.push_back(*std::move(file));
    }
    return pictures_.back().write(*png);
  }

  Result<void> writeTexts() {
    nameSheetPages(pages_, fs::path(path_).stem().string());
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (i == texts_.size()) {
        auto file = AtomicFile::open(sheetPage(path_, i).text);
        if (!file) return std::unexpected(file.error());
        texts_.push_back(*std::move(file));
      }
      const std::string content = writeSpriteSheet(pages_[i], layout_);
      auto written =
          texts_[i].write({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()});
      if (!written) return written;
    }
    return {};
  }

  // All is written out before the first file takes its name; the text that was asked for is last.
  Result<WrittenAnimation> commit() {
    WrittenAnimation written;
    for (std::size_t i = pages_.size(); i-- > 0;) {
      for (AtomicFile* file : {&pictures_[i], &texts_[i]}) {
        if (auto done = file->commit(); !done) return std::unexpected(done.error());
      }
      written.paths.push_back(sheetPage(path_, i).picture);
      written.paths.push_back(sheetPage(path_, i).text);
    }
    if (!builder_->warning().empty()) {
      written.warnings.push_back(builder_->warning() + size_options);
    }
    return written;
  }

  std::string path_;
  SheetLayout layout_;
  Progress progress_;
  std::optional<SheetBuilder> builder_;
  std::optional<Error> page_error_;
  std::vector<AtomicFile> texts_, pictures_;
  std::vector<SpriteSheet> pages_;
};

}  // namespace

Result<std::unique_ptr<AnimationWriter>> makeSheetWriter(const std::string& path,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool) {
  return SheetWriter::create(path, options, pool);
}

}  // namespace vide::detail

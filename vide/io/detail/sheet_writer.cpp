// SPDX-License-Identifier: MIT
#include "vide/io/detail/sheet_writer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "vide/core/fnv_hash.hpp"
#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"
#include "vide/io/detail/implied_picture.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"

namespace vide::detail {
namespace {

namespace fs = std::filesystem;

// A frame's drawn pixels and where they lie in it.
struct Trimmed {
  Image picture;
  int left = 0, top = 0;
  std::uint64_t hash = 0;
};

bool isDrawn(const std::uint8_t* pixel) { return pixel[3] != 0; }

// One pixel of a frame without any drawn ones: no picture may be empty.
Trimmed trim(const Image& frame) {
  int left = frame.width, right = -1, top = frame.height, bottom = -1;
  for (int row = 0; row < frame.height; ++row) {
    for (int column = 0; column < frame.width; ++column) {
      if (!isDrawn(frame.pixel(column, row))) continue;
      left = std::min(left, column);
      right = std::max(right, column);
      top = std::min(top, row);
      bottom = row;
    }
  }
  if (bottom < 0) left = right = top = bottom = 0;
  Trimmed trimmed{Image(right - left + 1, bottom - top + 1), left, top};
  for (int row = top; row <= bottom; ++row) {
    std::memcpy(trimmed.picture.pixel(0, row - top), frame.pixel(left, row),
                4 * std::size_t(trimmed.picture.width));
  }
  FnvHash hash;  // pictures of one hash are still compared
  hash.add(trimmed.picture.rgba);
  trimmed.hash = hash.value();
  return trimmed;
}

// The name with U+FFFD for what is not UTF-8: as it will be written, so that names that differ
// there alone are known to be the same.
std::string writtenName(std::string_view bytes) {
  std::string name;
  while (!bytes.empty()) {
    std::size_t length = 1;
    while (length <= 4 && !isUtf8(bytes.substr(0, length))) ++length;
    if (length <= 4) {
      name += bytes.substr(0, length);
    } else {
      name += "\xEF\xBF\xBD";
      length = 1;
    }
    bytes.remove_prefix(length);
  }
  return name;
}

// Clips may share a name; in a sheet each has its own: the first keeps it, others get the next
// number that makes a name that no clip has.
void makeNamesUnique(std::vector<ClipSpan>& clips) {
  std::set<std::string> taken;
  for (ClipSpan& clip : clips) taken.insert(clip.name = writtenName(clip.name));
  std::map<std::string, std::size_t> uses;
  for (ClipSpan& clip : clips) {
    std::size_t& number = uses[clip.name];
    if (++number == 1) continue;
    std::string name = text(clip.name, " (", number, ")");
    while (!taken.insert(name).second) name = text(clip.name, " (", ++number, ")");
    clip.name = std::move(name);
  }
}

// A frame that waits for its page.
struct Waiting {
  std::size_t clip = 0;
  std::size_t number = 0;   // within the clip, from 0
  std::size_t picture = 0;  // within the pictures that wait
  int left = 0, top = 0;
};

// The pictures of the frames that wait, in the order of first use, each once.
class Pictures {
 public:
  std::size_t add(Image picture, std::uint64_t hash) {
    for (auto [at, end] = place_of_.equal_range(hash); at != end; ++at) {
      if (all_[at->second] == picture) return at->second;
    }
    place_of_.emplace(hash, all_.size());
    hashes_.push_back(hash);
    sizes_.push_back({picture.width, picture.height});
    all_.push_back(std::move(picture));
    return all_.size() - 1;
  }
  // Takes a picture out of others, which then lack it.
  std::size_t take(Pictures& from, std::size_t place) {
    return add(std::move(from.all_[place]), from.hashes_[place]);
  }

  std::span<const Image> all() const { return all_; }
  std::span<const AtlasItem> sizes() const { return sizes_; }

 private:
  std::vector<Image> all_;
  std::vector<AtlasItem> sizes_;
  std::vector<std::uint64_t> hashes_;
  std::multimap<std::uint64_t, std::size_t> place_of_;
};

// The picture of a page, unless it is somebody else's.
Result<AtomicFile> openPicture(const std::string& path, std::size_t page) {
  const auto [sheet, picture] = sheetPage(path, page);
  if (auto free = checkImpliedPicture(picture, {&sheet, 1}); !free) {
    return std::unexpected(free.error());
  }
  return AtomicFile::open(picture);
}

class SheetWriter : public AnimationWriter {
 public:
  static Result<std::unique_ptr<AnimationWriter>> create(const std::string& path,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool) {
    auto text_file = AtomicFile::open(path);
    if (!text_file) return std::unexpected(text_file.error());
    auto picture_file = openPicture(path, 0);
    if (!picture_file) return std::unexpected(picture_file.error());
    std::unique_ptr<SheetWriter> writer(new SheetWriter(path, options, pool));
    writer->texts_.push_back(*std::move(text_file));
    writer->pictures_.push_back(*std::move(picture_file));
    return writer;
  }

  Result<void> add(std::span<const Image> frames) override {
    for (const Image& frame : frames) {
      if (frame.width == options_.width && frame.height == options_.height) continue;
      return fail(ErrorCode::invalid_argument,
                  text(path_, ": a frame is ", frame.width, " x ", frame.height, ", the sheet's ",
                       options_.width, " x ", options_.height));
    }
    std::vector<Trimmed> trimmed(frames.size());
    parallelFor(pool_, frames.size(), [&](std::size_t i) { trimmed[i] = trim(frames[i]); });
    for (Trimmed& frame : trimmed) {
      if (auto added = enqueue(std::move(frame)); !added) return added;
    }
    return {};
  }

  Result<WrittenAnimation> finish() override {
    if (pages_.empty() && waiting_.empty()) {
      return fail(ErrorCode::invalid_argument,
                  text(path_, ": a sprite sheet needs at least one frame"));
    }
    while (!waiting_.empty()) {
      if (auto filled = fillPage(); !filled) return std::unexpected(filled.error());
    }
    if (auto written = writeTexts(); !written) return std::unexpected(written.error());
    return commit();
  }

 private:
  SheetWriter(std::string path, const AnimationOptions& options, ThreadPool* pool)
      : path_(std::move(path)), options_(options), pool_(pool) {
    if (options_.clips.empty()) {
      options_.clips.push_back({.name = fs::path(path_).stem().string(),
                                .frames = SIZE_MAX,
                                .frame_rate = options.frame_rate});
    }
    makeNamesUnique(options_.clips);
  }

  Result<void> enqueue(Trimmed frame) {
    while (clip_ < options_.clips.size() && number_ >= options_.clips[clip_].frames) {
      ++clip_;
      number_ = 0;
    }
    if (clip_ == options_.clips.size()) {
      return fail(ErrorCode::invalid_argument,
                  text(path_, ": the sheet has more frames than its clips"));
    }
    const std::size_t before = queue_.all().size();
    const std::size_t picture = queue_.add(std::move(frame.picture), frame.hash);
    waiting_.push_back({clip_, number_++, picture, frame.left, frame.top});
    if (picture == before) area_ += areaOf(queue_.sizes()[picture]);
    // What waits behind a full page is then more than another one, or has all of the next clip.
    const std::int64_t page = std::int64_t(options_.atlas.largest) * options_.atlas.largest;
    while (area_ > 2 * page) {
      if (auto filled = fillPage(); !filled) return filled;
    }
    return {};
  }

  static std::int64_t areaOf(const AtlasItem& size) {
    return std::int64_t(size.width) * size.height;
  }

  // How many of the pictures that wait the first frames need: pictures stand in order of first use.
  std::size_t picturesOf(std::size_t frames) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < frames; ++i) count = std::max(count, waiting_[i].picture + 1);
    return count;
  }

  AtlasLayout layoutOf(std::size_t frames) const {
    return layOutAtlas(queue_.sizes().first(picturesOf(frames)), options_.atlas);
  }

  bool fits(const AtlasLayout& layout) const {
    const int largest = options_.atlas.largest;
    return layout.pages.size() == 1 && layout.pages[0].width <= largest &&
           layout.pages[0].height <= largest;
  }

  // Of the frames that wait, how many go onto one page. A clip that would not be whole on it waits
  // for the next one, if it is whole there.
  std::size_t framesOfPage() const {
    if (fits(layoutOf(waiting_.size()))) return waiting_.size();
    std::size_t most = 0, too_many = waiting_.size();
    while (most + 1 < too_many) {
      const std::size_t tried = most + (too_many - most) / 2;
      (fits(layoutOf(tried)) ? most : too_many) = tried;
    }
    std::size_t start = most;
    while (start > 0 && waiting_[start].clip == waiting_[start - 1].clip) --start;
    return start > 0 && fitsAlone(start) ? start : most;
  }

  // Whether the frames of the clip whose first one waits there fit on a page of their own.
  bool fitsAlone(std::size_t start) const {
    std::vector<AtlasItem> sizes;
    std::set<std::size_t> seen;
    for (std::size_t i = start; i < waiting_.size() && waiting_[i].clip == waiting_[start].clip;
         ++i) {
      const std::size_t picture = waiting_[i].picture;
      if (seen.insert(picture).second) sizes.push_back(queue_.sizes()[picture]);
    }
    return fits(layOutAtlas(sizes, options_.atlas));
  }

  Result<void> fillPage() {
    const std::size_t count = framesOfPage();
    if (count == 0) return tooLarge();
    const AtlasLayout layout = layoutOf(count);
    const std::size_t pictures = layout.places.size();
    const Image page = paintAtlasPage(layout, 0, queue_.all().first(pictures), options_.atlas);
    auto png = encodePng(page, {.progress = options_.progress});
    if (!png) return std::unexpected(png.error());
    if (pages_.size() == pictures_.size()) {
      auto file = openPicture(path_, pages_.size());
      if (!file) return std::unexpected(file.error());
      pictures_.push_back(*std::move(file));
    }
    if (auto written = pictures_.back().write(*png); !written) return written;
    describePage(count, layout);
    dropFirst(count);
    return {};
  }

  std::unexpected<Error> tooLarge() const {
    const AtlasItem& size = queue_.sizes()[0];
    return fail(ErrorCode::limit_exceeded,
                text(path_, ": a frame's drawn ", size.width, " x ", size.height,
                     " pixels do not fit on a page of ", options_.atlas.largest, " x ",
                     options_.atlas.largest, "; choose a smaller --size or a larger --atlas-size"));
  }

  void describePage(std::size_t count, const AtlasLayout& layout) {
    SpriteSheet page{.page_width = layout.pages[0].width, .page_height = layout.pages[0].height};
    page.image = fs::path(sheetPage(path_, pages_.size()).picture).filename().string();
    page.frame_width = options_.width;
    page.frame_height = options_.height;
    for (std::size_t i = 0; i < count; ++i) {
      const Waiting& frame = waiting_[i];
      const AtlasPlace& place = layout.places[frame.picture];
      const AtlasItem& size = queue_.sizes()[frame.picture];
      page.frames.push_back({nameOf(frame, i), place.x, place.y, size.width, size.height,
                             frame.left, frame.top, durationOf(frame)});
      if (i > 0 && waiting_[i - 1].clip == frame.clip) {
        page.tags.back().last = i;
      } else {
        page.tags.push_back(
            {options_.clips[frame.clip].name, i, i, options_.clips[frame.clip].loops});
      }
    }
    pages_.push_back(std::move(page));
  }

  // In a list the place is the name, as players of Aseprite's files take it.
  std::string nameOf(const Waiting& frame, std::size_t place) const {
    if (options_.sheet_layout == SheetLayout::array) return toText(place);
    const std::string digits = toText(frame.number + 1);
    return text(options_.clips[frame.clip].name, "_",
                std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0'), digits);
  }

  // Whole milliseconds that alternate, so that the mean frame rate is exact.
  int durationOf(const Waiting& frame) const {
    const double rate = options_.clips[frame.clip].frame_rate;
    const auto end = [&](std::size_t i) { return std::floor(double(i) * 1000 / rate + 0.5); };
    return static_cast<int>(end(frame.number + 1) - end(frame.number));
  }

  // The frames that still wait, with the pictures that they need.
  void dropFirst(std::size_t count) {
    waiting_.erase(waiting_.begin(), waiting_.begin() + std::ptrdiff_t(count));
    Pictures left;
    std::vector<std::size_t> moved_to(queue_.all().size(), SIZE_MAX);
    area_ = 0;
    for (Waiting& frame : waiting_) {
      std::size_t& place = moved_to[frame.picture];
      if (place == SIZE_MAX) {
        place = left.take(queue_, frame.picture);
        area_ += areaOf(left.sizes()[place]);
      }
      frame.picture = place;
    }
    queue_ = std::move(left);
  }

  Result<void> writeTexts() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      names.push_back(fs::path(sheetPage(path_, i).text).filename().string());
    }
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      pages_[i].other_pages = names;
      pages_[i].other_pages.erase(pages_[i].other_pages.begin() + std::ptrdiff_t(i));
      if (i == texts_.size()) {
        auto file = AtomicFile::open(sheetPage(path_, i).text);
        if (!file) return std::unexpected(file.error());
        texts_.push_back(*std::move(file));
      }
      const std::string content = writeSpriteSheet(pages_[i], options_.sheet_layout);
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
    tellOfSplitClips(written.warnings);
    return written;
  }

  void tellOfSplitClips(std::vector<std::string>& warnings) const {
    for (std::size_t i = 0; i + 1 < pages_.size(); ++i) {
      const std::string& name = pages_[i].tags.back().name;
      if (pages_[i + 1].tags.front().name != name) continue;
      warnings.push_back(text("clip '", name,
                              "' goes on from page to page, with a tag on each; "
                              "a larger --atlas-size or a smaller --size keeps it on one"));
      return;
    }
  }

  std::string path_;
  AnimationOptions options_;
  ThreadPool* pool_;
  std::vector<AtomicFile> texts_, pictures_;
  std::vector<SpriteSheet> pages_;
  std::vector<Waiting> waiting_;
  Pictures queue_;
  std::int64_t area_ = 0;              // of the pictures that wait
  std::size_t clip_ = 0, number_ = 0;  // of the next frame
};

}  // namespace

Result<std::unique_ptr<AnimationWriter>> makeSheetWriter(const std::string& path,
                                                         const AnimationOptions& options,
                                                         ThreadPool* pool) {
  if (options.width < 1 || options.height < 1) {
    return fail(ErrorCode::invalid_argument, text(path, ": frames of ", options.width, " x ",
                                                  options.height, " pixels are empty"));
  }
  const auto is_usable = [](double rate) { return rate >= 0.001 && rate <= 1000; };
  double rate = options.frame_rate;
  for (const ClipSpan& clip : options.clips) {
    if (is_usable(rate)) rate = clip.frame_rate;
  }
  if (!is_usable(rate)) {
    return fail(ErrorCode::invalid_argument,
                text(path, ": frame rate ", rate, " is outside 0.001..1000"));
  }
  return SheetWriter::create(path, options, pool);
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/formats/sheet_builder.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "vide/core/fnv_hash.hpp"
#include "vide/core/text.hpp"
#include "vide/core/utf8.hpp"

namespace vide {
namespace {

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

}  // namespace

struct SheetBuilder::Parts {
  SheetOptions options;
  OnPage on_page;
  std::vector<Waiting> waiting;
  Pictures queue;
  std::int64_t area = 0;             // of the pictures that wait
  std::size_t clip = 0, number = 0;  // of the next frame
  std::size_t pages = 0;
  std::string last_clip, warning;  // the clip that the page before ended with

  Result<void> enqueue(Trimmed frame) {
    while (clip < options.clips.size() && number >= options.clips[clip].frames) {
      ++clip;
      number = 0;
    }
    if (clip == options.clips.size()) {
      return fail(ErrorCode::invalid_argument, text("the sheet has more frames than its clips"));
    }
    const std::size_t before = queue.all().size();
    const std::size_t picture = queue.add(std::move(frame.picture), frame.hash);
    waiting.push_back({clip, number++, picture, frame.left, frame.top});
    if (picture == before) area += areaOf(queue.sizes()[picture]);
    // What waits behind a full page is then more than another one, or has all of the next clip.
    const std::int64_t page = std::int64_t(options.atlas.largest) * options.atlas.largest;
    while (area > 2 * page) {
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
    for (std::size_t i = 0; i < frames; ++i) count = std::max(count, waiting[i].picture + 1);
    return count;
  }

  AtlasLayout layoutOf(std::size_t frames) const {
    return layOutAtlas(queue.sizes().first(picturesOf(frames)), options.atlas);
  }

  bool fits(const AtlasLayout& layout) const {
    const int largest = options.atlas.largest;
    return layout.pages.size() == 1 && layout.pages[0].width <= largest &&
           layout.pages[0].height <= largest;
  }

  // Of the frames that wait, how many go onto one page. A clip that would not be whole on it waits
  // for the next one, if it is whole there.
  std::size_t framesOfPage() const {
    if (fits(layoutOf(waiting.size()))) return waiting.size();
    std::size_t most = 0, too_many = waiting.size();
    while (most + 1 < too_many) {
      const std::size_t tried = most + (too_many - most) / 2;
      (fits(layoutOf(tried)) ? most : too_many) = tried;
    }
    std::size_t start = most;
    while (start > 0 && waiting[start].clip == waiting[start - 1].clip) --start;
    return start > 0 && fitsAlone(start) ? start : most;
  }

  // Whether the frames of the clip whose first one waits there fit on a page of their own.
  bool fitsAlone(std::size_t start) const {
    std::vector<AtlasItem> sizes;
    std::set<std::size_t> seen;
    for (std::size_t i = start; i < waiting.size() && waiting[i].clip == waiting[start].clip; ++i) {
      const std::size_t picture = waiting[i].picture;
      if (seen.insert(picture).second) sizes.push_back(queue.sizes()[picture]);
    }
    return fits(layOutAtlas(sizes, options.atlas));
  }

  Result<void> fillPage() {
    const std::size_t count = framesOfPage();
    if (count == 0) return tooLarge();
    const AtlasLayout layout = layoutOf(count);
    const Image page =
        paintAtlasPage(layout, 0, queue.all().first(layout.places.size()), options.atlas);
    SpriteSheet described = describePage(count, layout);
    noteSplit(described);
    ++pages;
    if (auto taken = on_page(page, std::move(described)); !taken) return taken;
    dropFirst(count);
    return {};
  }

  std::unexpected<Error> tooLarge() const {
    const AtlasItem& size = queue.sizes()[0];
    return fail(ErrorCode::limit_exceeded,
                text("a frame's drawn ", size.width, " x ", size.height,
                     " pixels do not fit on a page of ", options.atlas.largest, " x ",
                     options.atlas.largest, "; choose smaller frames or a larger page"));
  }

  void noteSplit(const SpriteSheet& page) {
    if (pages > 0 && warning.empty() && page.tags.front().name == last_clip) {
      warning = text("clip '", last_clip,
                     "' goes on from page to page, with a tag on each; "
                     "a larger page or smaller frames keep it on one");
    }
    last_clip = page.tags.back().name;
  }

  SpriteSheet describePage(std::size_t count, const AtlasLayout& layout) const {
    SpriteSheet page{.page_width = layout.pages[0].width, .page_height = layout.pages[0].height};
    page.frame_width = options.frame_width;
    page.frame_height = options.frame_height;
    for (std::size_t i = 0; i < count; ++i) {
      const Waiting& frame = waiting[i];
      const AtlasPlace& place = layout.places[frame.picture];
      const AtlasItem& size = queue.sizes()[frame.picture];
      page.frames.push_back({nameOf(frame, i), place.x, place.y, size.width, size.height,
                             frame.left, frame.top, durationOf(frame)});
      if (i > 0 && waiting[i - 1].clip == frame.clip) {
        page.tags.back().last = i;
      } else {
        page.tags.push_back(
            {options.clips[frame.clip].name, i, i, options.clips[frame.clip].loops});
      }
    }
    return page;
  }

  // In a list the place is the name, as players of Aseprite's files take it.
  std::string nameOf(const Waiting& frame, std::size_t place) const {
    if (options.layout == SheetLayout::array) return toText(place);
    const std::string digits = toText(frame.number + 1);
    return text(options.clips[frame.clip].name, "_",
                std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0'), digits);
  }

  // Whole milliseconds that alternate, so that the mean frame rate is exact.
  int durationOf(const Waiting& frame) const {
    const double rate = options.clips[frame.clip].frame_rate;
    const auto end = [&](std::size_t i) { return std::floor(double(i) * 1000 / rate + 0.5); };
    return static_cast<int>(end(frame.number + 1) - end(frame.number));
  }

  // The frames that still wait, with the pictures that they need.
  void dropFirst(std::size_t count) {
    waiting.erase(waiting.begin(), waiting.begin() + std::ptrdiff_t(count));
    Pictures left;
    std::vector<std::size_t> moved_to(queue.all().size(), SIZE_MAX);
    area = 0;
    for (Waiting& frame : waiting) {
      std::size_t& place = moved_to[frame.picture];
      if (place == SIZE_MAX) {
        place = left.take(queue, frame.picture);
        area += areaOf(left.sizes()[place]);
      }
      frame.picture = place;
    }
    queue = std::move(left);
  }
};

Result<SheetBuilder> SheetBuilder::create(SheetOptions options, OnPage on_page) {
  if (options.frame_width < 1 || options.frame_height < 1) {
    return fail(ErrorCode::invalid_argument, text("frames of ", options.frame_width, " x ",
                                                  options.frame_height, " pixels are empty"));
  }
  for (const ClipSpan& clip : options.clips) {
    if (clip.frame_rate >= 0.001 && clip.frame_rate <= 1000) continue;
    return fail(ErrorCode::invalid_argument,
                text("frame rate ", clip.frame_rate, " is outside 0.001..1000"));
  }
  makeNamesUnique(options.clips);
  return SheetBuilder(std::unique_ptr<Parts>(new Parts{std::move(options), std::move(on_page)}));
}

SheetBuilder::SheetBuilder(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
SheetBuilder::SheetBuilder(SheetBuilder&&) noexcept = default;
SheetBuilder& SheetBuilder::operator=(SheetBuilder&&) noexcept = default;
SheetBuilder::~SheetBuilder() = default;

Result<void> SheetBuilder::add(std::span<const Image> frames) {
  const SheetOptions& options = parts_->options;
  for (const Image& frame : frames) {
    if (frame.width == options.frame_width && frame.height == options.frame_height) continue;
    return fail(ErrorCode::invalid_argument,
                text("a frame is ", frame.width, " x ", frame.height, ", the sheet's ",
                     options.frame_width, " x ", options.frame_height));
  }
  std::vector<Trimmed> trimmed(frames.size());
  parallelFor(options.pool, frames.size(), [&](std::size_t i) { trimmed[i] = trim(frames[i]); });
  for (Trimmed& frame : trimmed) {
    if (auto added = parts_->enqueue(std::move(frame)); !added) return added;
  }
  return {};
}

Result<void> SheetBuilder::finish() {
  if (parts_->pages == 0 && parts_->waiting.empty()) {
    return fail(ErrorCode::invalid_argument, "a sprite sheet needs at least one frame");
  }
  while (!parts_->waiting.empty()) {
    if (auto filled = parts_->fillPage(); !filled) return filled;
  }
  return {};
}

const std::string& SheetBuilder::warning() const { return parts_->warning; }

SheetPage sheetPageOf(const std::string& stem, std::size_t page) {
  const std::string name = page == 0 ? stem : text(stem, "-", page);
  return {name + ".json", name + ".png"};
}

void nameSheetPages(std::vector<SpriteSheet>& pages, const std::string& stem) {
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].image = sheetPageOf(stem, i).picture;
    pages[i].other_pages.clear();
    for (std::size_t other = 0; other < pages.size(); ++other) {
      if (other != i) pages[i].other_pages.push_back(sheetPageOf(stem, other).text);
    }
  }
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/message_of.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/io/animation_writer.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"

using namespace vide;
using namespace vide::test;

namespace {

using Json = nlohmann::ordered_json;

void fill(Image& image, int left, int top, int width, int height, Color color) {
  for (int y = top; y < top + height; ++y) {
    for (int x = left; x < left + width; ++x) {
      std::uint8_t* pixel = image.pixel(x, y);
      pixel[0] = color.r, pixel[1] = color.g, pixel[2] = color.b, pixel[3] = color.a;
    }
  }
}

// Boxes of many sizes at many places, half-transparent ones among them; no two frames alike.
std::vector<Image> boxes(int count, int width = 60, int height = 40) {
  std::vector<Image> frames;
  for (int f = 0; f < count; ++f) {
    Image image(width, height);
    const int w = 5 + f * 7 % 40, h = 4 + f * 5 % 30;
    fill(image, f % (width - w + 1), f * 3 % (height - h + 1), w, h,
         {std::uint8_t(f), std::uint8_t(40 * f), 9, std::uint8_t(f % 3 == 0 ? 90 : 255)});
    frames.push_back(std::move(image));
  }
  return frames;
}

Result<WrittenAnimation> writeSheet(const std::string& path, const std::vector<Image>& frames,
                                    AnimationOptions options = {}, ThreadPool* pool = nullptr) {
  options.width = frames[0].width;
  options.height = frames[0].height;
  auto writer = AnimationWriter::create(path, AnimationFormat::sprite_sheet, options, pool);
  if (!writer) return std::unexpected(writer.error());
  for (std::size_t done = 0; done < frames.size();) {
    const std::size_t batch = std::min<std::size_t>(5, frames.size() - done);
    if (auto added = (*writer)->add(std::span(frames).subspan(done, batch)); !added) {
      return std::unexpected(added.error());
    }
    done += batch;
  }
  return (*writer)->finish();
}

// A page as a reader of TexturePacker's and Aseprite's files sees it.
struct Page {
  Json text;
  Image picture;

  explicit Page(const std::string& path) {
    const auto bytes = readFile(path);
    REQUIRE(bytes.has_value());
    text = Json::parse(*bytes);
    const auto folder = std::filesystem::path(path).parent_path();
    const auto image = readImage((folder / text["meta"]["image"].get<std::string>()).string());
    REQUIRE(image.has_value());
    picture = *image;
    CHECK(text["meta"]["size"] == Json{{"w", picture.width}, {"h", picture.height}});
  }

  Image cut(const Json& record) const {
    const Json &from = record["frame"], &to = record["spriteSourceSize"];
    CHECK(record["rotated"] == false);
    Image frame(record["sourceSize"]["w"], record["sourceSize"]["h"]);
    for (int row = 0; row < int(from["h"]); ++row) {
      std::memcpy(frame.pixel(to["x"], int(to["y"]) + row),
                  picture.pixel(from["x"], int(from["y"]) + row), 4 * std::size_t(from["w"]));
    }
    return frame;
  }
};

std::vector<std::string> pagesOf(const std::string& path) {
  std::vector<std::string> pages{path};
  const Json meta = Page(path).text["meta"];
  if (!meta.contains("related_multi_packs")) return pages;
  const auto folder = std::filesystem::path(path).parent_path();
  for (const auto& name : meta["related_multi_packs"]) {
    pages.push_back((folder / name.get<std::string>()).string());
  }
  return pages;
}

struct Shown {
  std::vector<Image> frames;
  std::vector<std::string> names;
  std::vector<int> milliseconds;
};

Shown play(const std::string& path) {
  Shown shown;
  for (const std::string& file : pagesOf(path)) {
    const Page page(file);
    for (const auto& [key, record] : page.text["frames"].items()) {
      shown.frames.push_back(page.cut(record));
      shown.names.push_back(record.contains("filename") ? record["filename"].get<std::string>()
                                                        : key);
      shown.milliseconds.push_back(record["duration"]);
    }
  }
  return shown;
}

std::set<std::string> places(const Page& page) {
  std::set<std::string> all;
  for (const auto& record : page.text["frames"]) all.insert(record["frame"].dump());
  return all;
}

}  // namespace

TEST_CASE("every frame that is cut out of a sheet is the frame, whatever its size and options") {
  const auto frames = boxes(23);
  for (const auto layout : {SheetLayout::hash, SheetLayout::array}) {
    for (const int largest : {4096, 128, 90}) {
      for (const int padding : {0, 3}) {
        CAPTURE(largest);
        CAPTURE(padding);
        const TemporaryFolder folder;
        const AtlasOptions atlas{.padding = padding, .extrude = 0, .largest = largest};
        const auto written = writeSheet(folder.file("boxes.json"), frames,
                                        {.frame_rate = 24, .atlas = atlas, .sheet_layout = layout});
        REQUIRE(written.has_value());
        CHECK(written->paths.size() == folder.entries());
        CHECK(written->paths.back() == folder.file("boxes.json"));
        if (largest <= 90) CHECK(folder.entries() > 2);
        if (largest == 4096) CHECK(folder.entries() == 2);
        const Shown shown = play(folder.file("boxes.json"));
        CHECK(shown.frames == frames);
        for (const std::string& page : pagesOf(folder.file("boxes.json"))) {
          CHECK(std::max(Page(page).picture.width, Page(page).picture.height) <= largest);
        }
      }
    }
  }
}

TEST_CASE("frames are trimmed to their drawn pixels, and what is drawn twice is stored once") {
  const TemporaryFolder folder;
  std::vector<Image> frames(4, Image(50, 50));
  fill(frames[0], 10, 20, 8, 6, {200, 10, 10, 255});
  fill(frames[1], 30, 4, 8, 6, {200, 10, 10, 255});  // the same, elsewhere
  fill(frames[2], 10, 20, 8, 6, {200, 10, 10, 1});   // hardly there, but there
  REQUIRE(writeSheet(folder.file("a.json"), frames).has_value());
  const Page page(folder.file("a.json"));
  CHECK(places(page).size() == 3);  // and the empty frame
  const Json first = page.text["frames"]["a_0001"];
  CHECK(first["frame"]["w"] == 8);
  CHECK(first["frame"]["h"] == 6);
  CHECK(first["trimmed"] == true);
  CHECK(first["spriteSourceSize"] == Json{{"x", 10}, {"y", 20}, {"w", 8}, {"h", 6}});
  CHECK(play(folder.file("a.json")).frames == frames);
  CHECK(page.picture.width < 50);
}

TEST_CASE("pictures keep their distance from each other and from the border") {
  const TemporaryFolder folder;
  const auto frames = boxes(12);
  const int padding = 4;
  REQUIRE(writeSheet(folder.file("a.json"), frames, {.atlas = {.padding = padding, .extrude = 0}})
              .has_value());
  const Page page(folder.file("a.json"));
  std::vector<Json> areas;
  for (const auto& record : page.text["frames"]) areas.push_back(record["frame"]);
  const auto gap = [](int start, int size, int other) { return other - (start + size); };
  for (std::size_t i = 0; i < areas.size(); ++i) {
    const int x = areas[i]["x"], y = areas[i]["y"], w = areas[i]["w"], h = areas[i]["h"];
    CHECK(x >= padding);
    CHECK(y >= padding);
    CHECK(page.picture.width - x - w >= padding);
    CHECK(page.picture.height - y - h >= padding);
    for (std::size_t j = 0; j < i; ++j) {
      const int ox = areas[j]["x"], oy = areas[j]["y"], ow = areas[j]["w"], oh = areas[j]["h"];
      const bool is_apart = gap(x, w, ox) >= padding || gap(ox, ow, x) >= padding ||
                            gap(y, h, oy) >= padding || gap(oy, oh, y) >= padding;
      CHECK(is_apart);
    }
  }
}

TEST_CASE("frames stay for whole milliseconds that make up the clip's time") {
  const TemporaryFolder folder;
  for (const double rate : {24.0, 30.0, 29.97, 7.0, 1000.0, 0.5}) {
    CAPTURE(rate);
    REQUIRE(writeSheet(folder.file("a.json"), boxes(20), {.frame_rate = rate}).has_value());
    int sum = 0;
    for (const int milliseconds : play(folder.file("a.json")).milliseconds) {
      CHECK(std::abs(milliseconds - 1000 / rate) < 1);
      sum += milliseconds;
      CHECK(milliseconds > 0);
    }
    CHECK(std::abs(sum - 20 * 1000 / rate) <= 0.5);
  }
  for (const double rate : {1001.0, 1e-9, 0.0, -1.0, std::nan("")}) {
    CHECK(failsWith(writeSheet(folder.file("a.json"), boxes(2), {.frame_rate = rate}), "rate"));
    CHECK(failsWith(
        writeSheet(folder.file("a.json"), boxes(2), {.clips = {{"a", 1}, {"b", 1, rate}}}),
        "rate"));
  }
}

TEST_CASE("each clip has its tag, and stays on one page where it fits on one") {
  const TemporaryFolder folder;
  const auto frames = boxes(24);
  AnimationOptions options{.atlas = {.padding = 1, .extrude = 0, .largest = 128}};
  options.clips = {{"walk", 6, 30, true}, {"jump", 8, 12, false}, {"walk", 6, 30, true}};
  options.clips.push_back({"rest", 4, 30, true});
  const auto written = writeSheet(folder.file("a.json"), frames, options);
  REQUIRE(written.has_value());
  CHECK(written->warnings.empty());
  std::vector<Json> tags;
  std::vector<std::string> names;
  for (const std::string& file : pagesOf(folder.file("a.json"))) {
    const Page page(file);
    std::size_t next = 0;
    for (const Json& tag : page.text["meta"]["frameTags"]) {
      CHECK(tag["from"] == next);
      next = std::size_t(tag["to"]) + 1;
      tags.push_back(tag);
    }
    CHECK(next == page.text["frames"].size());
  }
  REQUIRE(tags.size() == 4);
  CHECK(tags[0]["name"] == "walk");
  CHECK(tags[1]["name"] == "jump");
  CHECK(tags[1]["repeat"] == "1");
  CHECK(!tags[0].contains("repeat"));
  CHECK(tags[2]["name"] == "walk (2)");
  CHECK(tags[3]["name"] == "rest");
  const Shown shown = play(folder.file("a.json"));
  CHECK(shown.frames == frames);
  CHECK(std::set(shown.names.begin(), shown.names.end()).size() == 24);
  CHECK(shown.names[6] == "jump_0001");
  CHECK(shown.milliseconds[6] == 83);
  CHECK(shown.milliseconds[0] == 33);
}

TEST_CASE("clips that share a name or take another's number are told apart, in any order") {
  const TemporaryFolder folder;
  const std::vector<std::string> given[] = {{"a", "a", "a (2)", "a"},
                                            {"a (2)", "a", "a", "a (2)"},
                                            {"a", "a", "a", "a (3)"},
                                            {"a", "a (2)", "a (2) (2)", "a (2)", "a"},
                                            {"\xFF", "\xFE", "\xEF\xBF\xBD", "b\xC3", "b\xC3z"}};
  for (const auto& names : given) {
    AnimationOptions options;
    for (const std::string& name : names) options.clips.push_back({name, 2, 30, true});
    const auto frames = boxes(2 * int(names.size()));
    REQUIRE(writeSheet(folder.file("a.json"), frames, options).has_value());
    // Of members with one name the parser would keep one.
    const Shown shown = play(folder.file("a.json"));
    CHECK(shown.frames == frames);
    CHECK(std::set(shown.names.begin(), shown.names.end()).size() == frames.size());
    const Json text = Page(folder.file("a.json")).text;
    CHECK(text["animations"].size() == names.size());
    std::set<std::string> tags;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string tag = text["meta"]["frameTags"][i]["name"];
      CHECK(tags.insert(tag).second);
      CHECK(text["animations"][tag] == Json{shown.names[2 * i], shown.names[2 * i + 1]});
      if (names == given[0]) CHECK(tag == std::array{"a", "a (3)", "a (2)", "a (4)"}[i]);
    }
  }
}

TEST_CASE("a clip starts on a new page where it then stays whole, and only there") {
  std::vector<Image> frames;  // of one size, so that as many make any page
  for (int i = 0; i < 90; ++i) {
    frames.emplace_back(20, 20);
    fill(frames.back(), 0, 0, 20, 20, {std::uint8_t(i), 100, 0, 255});
  }
  const auto tagsOf = [&](const std::vector<ClipSpan>& clips) {
    const TemporaryFolder folder;
    std::size_t count = 0;
    for (const ClipSpan& clip : clips) count += clip.frames;
    const std::vector<Image> shown(frames.begin(), frames.begin() + std::ptrdiff_t(count));
    const AtlasOptions atlas{.padding = 0, .extrude = 0, .largest = 100};
    REQUIRE(writeSheet(folder.file("a.json"), shown, {.clips = clips, .atlas = atlas}).has_value());
    CHECK(play(folder.file("a.json")).frames == shown);
    std::string tags;
    for (const std::string& file : pagesOf(folder.file("a.json"))) {
      const Page on_page(file);
      tags += '|';
      for (const Json& tag : on_page.text["meta"]["frameTags"]) {
        tags += " " + tag["name"].get<std::string>() +
                std::to_string(int(tag["to"]) - int(tag["from"]) + 1);
      }
    }
    return tags;
  };
  int page = 0;
  for (int count = 1; count < 30 && tagsOf({{"a", std::size_t(count)}}).rfind('|') == 0; ++count)
    page = count;
  REQUIRE(page >= 12);
  const auto check = [&](int a, int b, const std::string& tags) {
    CHECK(tagsOf({{"a", std::size_t(a)}, {"b", std::size_t(b)}, {"c", 4}}) == tags);
  };
  const auto n = [](int count) { return std::to_string(count); };
  check(5, page, "| a5| b" + n(page) + "| c4");
  check(5, page + 1, "| a5 b" + n(page - 5) + "| b6 c4");
  check(5, 2 * page, "| a5 b" + n(page - 5) + "| b" + n(page) + "| b5 c4");
  check(page + 5, page - 5, "| a" + n(page) + "| a5 b" + n(page - 5) + "| c4");
  check(page + 5, page - 4, "| a" + n(page) + "| a5| b" + n(page - 4) + " c4");
}

TEST_CASE("a clip that does not fit on a page goes on with a warning") {
  const TemporaryFolder folder;
  const auto written = writeSheet(folder.file("a.json"), boxes(30),
                                  {.atlas = {.padding = 2, .extrude = 0, .largest = 100}});
  REQUIRE(written.has_value());
  REQUIRE(written->warnings.size() == 1);
  CHECK(written->warnings[0].find("'a'") != std::string::npos);
}

TEST_CASE("a list names frames by their place, as players of Aseprite's files take it") {
  const TemporaryFolder folder;
  REQUIRE(writeSheet(folder.file("a.json"), boxes(3), {.sheet_layout = SheetLayout::array})
              .has_value());
  CHECK(play(folder.file("a.json")).names == std::vector<std::string>{"0", "1", "2"});
}

TEST_CASE("a sheet is the same whatever the number of threads") {
  const TemporaryFolder folder;
  const auto frames = boxes(40);
  const auto bytes = [&](ThreadPool* pool) {
    const auto written =
        writeSheet(folder.file("one.json"), frames,
                   {.clips = {{"a", 9}, {"b", 31}}, .atlas = {.largest = 128}}, pool);
    REQUIRE(written.has_value());
    CHECK(written->paths.size() >= 4);
    std::vector<std::vector<std::uint8_t>> all;
    for (const std::string& path : written->paths) all.push_back(*readFile(path));
    return all;
  };
  ThreadPool pool(3);
  CHECK(bytes(nullptr) == bytes(&pool));
}

TEST_CASE("a sheet that fails leaves old files as they were and nothing new") {
  const TemporaryFolder folder;
  const std::vector<std::uint8_t> old{'a', '.', 'p', 'n', 'g'};  // as of an older sheet
  REQUIRE(writeFileAtomically(folder.file("a.json"), old).has_value());
  REQUIRE(writeFileAtomically(folder.file("a.png"), old).has_value());
  const AtlasOptions small{.padding = 2, .extrude = 0, .largest = 64};
  auto frames = boxes(30, 100, 40);
  fill(frames.back(), 0, 0, 80, 3, {1, 1, 1, 255});
  const auto outcome = writeSheet(folder.file("a.json"), frames, {.atlas = small});
  CHECK(failsWith(outcome, "--atlas-size"));
  CHECK(failsWith(outcome, "64 x 64"));
  CHECK(messageOf(outcome).starts_with(folder.file("a.json")));
  AnimationOptions options{.width = 4, .height = 4};
  options.clips = {{"one", 1, 30, true}};
  {
    auto writer =
        AnimationWriter::create(folder.file("a.json"), AnimationFormat::sprite_sheet, options);
    REQUIRE(writer.has_value());
    CHECK_FALSE((*writer)->finish().has_value());  // no frame
    CHECK_FALSE((*writer)->add(std::vector<Image>(1, Image(5, 4))).has_value());
    CHECK_FALSE((*writer)->add(std::vector<Image>(2, Image(4, 4))).has_value());  // two of one
  }
  // The place of a second page is taken by a folder: the first is not written either.
  std::filesystem::create_directory(folder.file("a-1.png"));
  CHECK_FALSE(writeSheet(folder.file("a.json"), boxes(30), {.atlas = small}).has_value());
  CHECK(*readFile(folder.file("a.json")) == old);
  CHECK(*readFile(folder.file("a.png")) == old);
  CHECK(folder.entries() == 3);
  CHECK_FALSE(checkAnimationTarget(folder.file("none/a.json"), AnimationFormat::sprite_sheet));
  std::filesystem::create_directory(folder.file("b.png"));
  CHECK_FALSE(checkAnimationTarget(folder.file("b.json"), AnimationFormat::sprite_sheet));
}

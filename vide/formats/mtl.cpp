// SPDX-License-Identifier: MIT
#include "vide/formats/mtl.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/formats/detail/text_cursor.hpp"

namespace vide {
namespace {

using detail::quoted;
using detail::toNumber;
using detail::trimmed;

// Takes the first word off `rest`.
std::string_view takeWord(std::string_view& rest) {
  rest = trimmed(rest);
  const auto end = std::ranges::find_if(rest, detail::isSpace);
  const std::string_view word = rest.substr(0, std::size_t(end - rest.begin()));
  rest.remove_prefix(word.size());
  return word;
}

// An option of a texture statement, and how many words it takes at most. Only numbers count where
// there may be fewer.
struct MapOption {
  std::string_view name;
  int most = 1;
  bool takes_numbers = false;
  bool places = false;  // the picture on the surface
};
constexpr MapOption map_options[] = {
    {"-o", 3, true, true},       {"-s", 3, true, true},        {"-t", 3, true, true},
    {"-mm", 2, true, false},     {"-bm", 1, true, false},      {"-boost", 1, true, false},
    {"-texres", 1, true, false}, {"-blendu", 1, false, false}, {"-blendv", 1, false, false},
    {"-cc", 1, false, false},    {"-clamp", 1, false, false},  {"-imfchan", 1, false, false},
    {"-type", 1, false, false}};

class MtlParser {
 public:
  MtlParser(std::string_view text, const MtlLimits& limits) : text_(text), limits_(limits) {}

  Result<MtlFile> parse() && {
    if (text_.size() > limits_.max_bytes) {
      return fail(ErrorCode::limit_exceeded,
                  text("the file has ", text_.size(), " bytes; the limit is ", limits_.max_bytes));
    }
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // byte order mark
    while (!text_.empty()) {
      ++line_;
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      if (auto read = statement(text_.substr(0, end)); !read) return std::unexpected(read.error());
      text_.remove_prefix(std::min(end + 1, text_.size()));
    }
    for (MtlMaterial& material : file_.materials) {
      const bool is_black = material.diffuse == Vec3{};
      if (is_black && !material.picture.empty()) material.diffuse = {1, 1, 1};
    }
    return std::move(file_);
  }

 private:
  void warn(std::string_view what) {
    if (file_.warnings.size() < MtlFile::max_warnings) {
      file_.warnings.push_back(text("line ", line_, ": ", what));
    }
  }

  Result<void> statement(std::string_view rest) {
    rest = trimmed(rest);
    const std::string_view keyword = takeWord(rest);
    if (keyword == "newmtl") return begin(trimmed(rest));
    if (!current_) return {};
    if (keyword == "Kd") readDiffuse(rest);
    if (keyword == "d") readOpacity(rest, [](double d) { return d; });
    if (keyword == "Tr") readOpacity(rest, [](double tr) { return 1 - tr; });
    if (keyword == "map_Kd") readPicture(rest);
    return {};
  }

  Result<void> begin(std::string_view name) {
    current_ = names_.insert(std::string(name)).second;
    if (!current_) {
      warn(text("the material ", quoted(name), " comes again; the first one counts"));
      return {};
    }
    if (file_.materials.size() >= limits_.max_materials) {
      return fail(ErrorCode::limit_exceeded,
                  text("line ", line_, ": more than ", limits_.max_materials, " materials"));
    }
    file_.materials.push_back({.name = std::string(name), .picture = {}});
    return {};
  }

  void readDiffuse(std::string_view rest) {
    std::vector<double> numbers;
    while (!rest.empty() && numbers.size() < 3) {
      const std::string_view word = takeWord(rest);
      if (word.empty()) break;
      const auto number = toNumber(word);
      if (!number) return warn(text("Kd: expected a number, found ", quoted(word)));
      numbers.push_back(std::clamp(*number, 0.0, 1.0));
    }
    if (numbers.empty() || numbers.size() == 2) return warn("Kd: expected one or three numbers");
    numbers.resize(3, numbers.front());  // one stands for all three
    file_.materials.back().diffuse = {numbers[0], numbers[1], numbers[2]};
  }

  void readOpacity(std::string_view rest, auto opacity_of) {
    std::string_view word = takeWord(rest);
    if (word == "-halo") word = takeWord(rest);
    const auto number = toNumber(word);
    if (!number) return warn(text("expected an opacity, found ", quoted(word)));
    file_.materials.back().opacity = std::clamp(opacity_of(*number), 0.0, 1.0);
  }

  void readPicture(std::string_view rest) {
    bool is_placed = false;
    while (const MapOption* option = optionAt(rest)) {
      takeWord(rest);
      is_placed = is_placed || option->places;
      for (int i = 0; i < option->most; ++i) {
        std::string_view after = rest;
        const std::string_view word = takeWord(after);
        if (option->takes_numbers && !toNumber(word)) break;
        rest = after;
      }
    }
    std::string name(trimmed(rest));
    if (name.empty()) return warn("map_Kd: names no file");
    if (is_placed) warn("map_Kd: the options -o, -s and -t are not read");
    std::ranges::replace(name, '\\', '/');
    file_.materials.back().picture = std::move(name);
  }

  static const MapOption* optionAt(std::string_view rest) {
    const std::string_view word = takeWord(rest);
    const auto* at = std::ranges::find(map_options, word, &MapOption::name);
    return at == std::end(map_options) ? nullptr : at;
  }

  std::string_view text_;
  const MtlLimits& limits_;
  std::size_t line_ = 0;
  bool current_ = false;  // whether statements belong to the last material
  std::set<std::string> names_;
  MtlFile file_;
};

}  // namespace

Result<MtlFile> parseMtl(std::string_view text, const MtlLimits& limits) {
  return MtlParser(text, limits).parse();
}

}  // namespace vide

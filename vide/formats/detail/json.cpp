// SPDX-License-Identifier: MIT
#include "vide/formats/detail/json.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

struct Extent {
  int nesting = 0;
  std::size_t members = 0;  // of the largest object
  std::size_t names = 0;    // of all objects
};

// Looks at the text alone, before anything is built from it.
Extent extentOf(std::string_view json) {
  Extent extent;
  std::vector<std::size_t> open_members;  // so far, of each open object or array
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      open_members.push_back(0);
      extent.nesting = std::max(extent.nesting, static_cast<int>(open_members.size()));
    } else if ((c == ']' || c == '}') && !open_members.empty()) {
      open_members.pop_back();
    } else if (c == ':' && !open_members.empty()) {
      extent.members = std::max(extent.members, ++open_members.back());
      ++extent.names;
    }
  }
  return extent;
}

template <class AnyJson>
std::size_t membersOf(const AnyJson& root) {
  std::size_t members = 0;
  std::vector<const AnyJson*> unseen = {&root};
  while (!unseen.empty()) {
    const AnyJson& node = *unseen.back();
    unseen.pop_back();
    if (node.is_object()) members += node.size();
    if (!node.is_structured()) continue;
    for (const AnyJson& part : node) unseen.push_back(&part);
  }
  return members;
}

// Tells how far the parser has read.
struct WatchedText {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** furthest;

  const char& operator*() const { return *at; }
  WatchedText& operator++() {
    *furthest = ++at;
    return *this;
  }
  bool operator==(const WatchedText& other) const { return at == other.at; }
  bool operator!=(const WatchedText& other) const { return at != other.at; }
};

constexpr std::size_t longest_quote = 60;

// What a message quotes of a file: short, and on one line.
std::string inQuotes(std::string_view name) {
  std::string result = "\"";
  for (const char c : name.substr(0, longest_quote)) {
    result += static_cast<unsigned char>(c) >= ' ' && c != '\x7f' ? c : '?';
  }
  return result + (name.size() > longest_quote ? "...\"" : "\"");
}

// Builds nothing and stops at the first thing that is wrong.
class FaultFinder : public nlohmann::json_sax<Json> {
 public:
  explicit FaultFinder(std::string_view json) : json_(json), furthest_(json.data()) {}

  std::string find() {
    const char* end = json_.data() + json_.size();
    Json::sax_parse(WatchedText{json_.data(), &furthest_}, WatchedText{end, &furthest_}, this);
    const std::string_view read(json_.data(), furthest_);
    const std::size_t line_start = read.rfind('\n') + 1;  // 0 where there is none
    return text("line ", 1 + std::count(read.begin(), read.end(), '\n'), ", byte ",
                std::max<std::size_t>(read.size() - line_start, 1), " of it: ", fault_);
  }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool start_object(std::size_t) override {
    open_objects_.emplace_back();
    return true;
  }
  bool end_object() override {
    open_objects_.pop_back();
    return true;
  }
  bool key(string_t& name) override {
    if (open_objects_.back().insert(name).second) return true;
    fault_ = inQuotes(name) + " is given twice in one object; keep one of them";
    return false;
  }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    constexpr int number_overflow = 406;
    // "[...] parse error at line 1, column 2: syntax error while parsing value - unexpected ...";
    // what follows "last read" is as long as the file wants.
    std::string_view what = error.what();
    what = what.substr(0, what.find("; last read"));
    what = what.substr(std::min(what.find("while parsing"), what.size()));
    if (error.id == number_overflow) what = "a number is too large";
    fault_ = text("the text is not JSON (", what, ")");
    return false;
  }

 private:
  std::string_view json_;
  const char* furthest_;
  std::vector<std::set<std::string>> open_objects_;
  std::string fault_;
};

template <class AnyJson>
Result<AnyJson> parseOnce(std::string_view json, std::size_t names) {
  AnyJson parsed = AnyJson::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  // Each name that stands twice leaves a member less than there are names.
  if (!parsed.is_discarded() && membersOf(parsed) == names) return parsed;
  return fail(ErrorCode::malformed_data, FaultFinder(json).find());
}

}  // namespace

Result<Json> parseJson(std::string_view json, const JsonLimits& limits) {
  const Extent extent = extentOf(json);
  if (extent.nesting > limits.nesting) {
    return fail(ErrorCode::limit_exceeded,
                text("the JSON nests deeper than ", limits.nesting, " levels (max_nesting)"));
  }
  if (extent.members > limits.members) {
    return fail(ErrorCode::limit_exceeded,
                text("a JSON object has ", extent.members, " members; the limit is ",
                     limits.members, " (max_members)"));
  }
  return parseOnce<Json>(json, extent.names);
}

Result<SortedJson> parseSortedJson(std::string_view json, std::size_t max_bytes) {
  if (json.size() > max_bytes) {
    return fail(ErrorCode::limit_exceeded,
                text("the text has ", json.size(), " bytes; max_bytes is ", max_bytes));
  }
  return parseOnce<SortedJson>(json, extentOf(json).names);
}

}  // namespace vide::detail

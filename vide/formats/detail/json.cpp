// SPDX-License-Identifier: MIT
#include "vide/formats/detail/json.hpp"

#include <algorithm>
#include <vector>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

struct Extent {
  int nesting = 0;
  std::size_t members = 0;  // of the largest object
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
    }
  }
  return extent;
}

// Takes the place of a fault from the parser and builds nothing.
struct FaultFinder : nlohmann::json_sax<Json> {
  std::size_t place = 0;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    place = position;
    return false;
  }
};

}  // namespace

std::size_t jsonFault(std::string_view json) {
  FaultFinder finder;
  Json::sax_parse(json.begin(), json.end(), &finder);
  return finder.place;
}

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
  Json parsed = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_discarded()) return parsed;
  return fail(ErrorCode::malformed_data, text("the JSON is broken at byte ", jsonFault(json)));
}

}  // namespace vide::detail

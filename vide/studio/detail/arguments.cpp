// SPDX-License-Identifier: MIT
#include "vide/studio/detail/arguments.hpp"

#include <algorithm>
#include <cmath>

#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

constexpr int deepest = 16;
constexpr double largest_number = 1e30;
constexpr double largest_integer = 1 << 30;

int depthOf(std::string_view json) {
  int depth = 0, most = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (in_string && json[i] == '\\') {
      ++i;
    } else if (json[i] == '"') {
      in_string = !in_string;
    } else if (in_string) {
      continue;
    } else if (json[i] == '[' || json[i] == '{') {
      most = std::max(most, ++depth);
    } else if (json[i] == ']' || json[i] == '}') {
      --depth;
    }
  }
  return most;
}

bool isWhole(double number) { return number == std::floor(number); }

}  // namespace

std::string shortened(std::string_view text, std::size_t longest) {
  std::size_t kept = std::min(text.size(), longest);
  while (kept > 0 && kept < text.size() && (text[kept] & 0xc0) == 0x80) --kept;  // no half letters
  std::string result;
  for (const char c : text.substr(0, kept)) {
    result += static_cast<unsigned char>(c) >= ' ' && c != '\x7f' ? c : '?';
  }
  return result + (kept < text.size() ? "..." : "");
}

Result<Json> parseArguments(std::string_view text) {
  if (depthOf(text) > deepest) {
    return fail(ErrorCode::limit_exceeded,
                vide::text("the arguments nest deeper than ", deepest, " levels"));
  }
  Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return fail(ErrorCode::malformed_data, "the arguments are not JSON");
  if (!json.is_object()) {
    return fail(ErrorCode::malformed_data, "the arguments are no object {...}");
  }
  return json;
}

bool Arguments::has(std::string_view name) const { return object_->contains(name); }

bool Arguments::isNull(std::string_view name) const {
  const auto found = object_->find(name);
  return found != object_->end() && found->is_null();
}

const Json* Arguments::take(std::string_view name) {
  const auto& members = object_->get_ref<const Json::object_t&>();
  const auto found =
      std::ranges::find(members, name, [](const auto& m) -> std::string_view { return m.first; });
  if (found == members.end()) return nullptr;
  is_read_[std::size_t(found - members.begin())] = true;
  return &found->second;
}

const Json* Arguments::takeList(std::string_view name, std::string_view expected) {
  const Json* node = take(name);
  if (!node) missing(name);
  if (node && !node->is_array()) expect(name, expected);
  return node && node->is_array() ? node : nullptr;
}

void Arguments::refuse(std::string_view name, std::string_view what) {
  if (!error_) {
    error_ = {ErrorCode::invalid_argument, vide::text("'", place_, name, "' ", what)};
  }
}
void Arguments::expect(std::string_view name, std::string_view expected) {
  refuse(name, vide::text("must be ", expected));
}
void Arguments::expectWithin(std::string_view name, double value, const NumberRange& range) {
  if (value >= range.least && value <= range.most) return;
  expect(name, vide::text("between ", range.least, " and ", range.most));
}
void Arguments::missing(std::string_view name) { refuse(name, "is missing"); }

std::optional<double> Arguments::numberOf(std::string_view name, const Json& node) {
  if (!node.is_number()) return std::nullopt;
  const double number = node.get<double>();
  if (std::abs(number) <= largest_number) return number;
  refuse(name, "is too large a number");
  return 0;
}

double Arguments::number(std::string_view name) {
  const Json* node = take(name);
  if (!node) missing(name);
  const auto number = node ? numberOf(name, *node) : 0;
  if (!number) expect(name, "a number");
  return number.value_or(0);
}
std::optional<double> Arguments::numberIf(std::string_view name) {
  return has(name) ? std::optional(number(name)) : std::nullopt;
}
std::optional<double> Arguments::numberIf(std::string_view name, const NumberRange& range) {
  const auto value = numberIf(name);
  if (value) expectWithin(name, *value, range);
  return value;
}

int Arguments::integer(std::string_view name) {
  const double value = number(name);
  if (isWhole(value) && std::abs(value) <= largest_integer) return int(value);
  expect(name, "a whole number");
  return 0;
}
std::optional<int> Arguments::integerIf(std::string_view name) {
  return has(name) ? std::optional(integer(name)) : std::nullopt;
}
std::optional<int> Arguments::integerIf(std::string_view name, const NumberRange& range) {
  const auto value = integerIf(name);
  if (value) expectWithin(name, *value, range);
  return value;
}

bool Arguments::flag(std::string_view name) {
  const Json* node = take(name);
  if (!node) missing(name);
  if (node && node->is_boolean()) return node->get<bool>();
  expect(name, "true or false");
  return false;
}
std::optional<bool> Arguments::flagIf(std::string_view name) {
  return has(name) ? std::optional(flag(name)) : std::nullopt;
}

std::string Arguments::text(std::string_view name) {
  const Json* node = take(name);
  if (!node) missing(name);
  if (node && node->is_string()) return node->get_ref<const std::string&>();
  expect(name, "a text");
  return {};
}
std::optional<std::string> Arguments::textIf(std::string_view name) {
  return has(name) ? std::optional(text(name)) : std::nullopt;
}

std::optional<std::uint32_t> Arguments::idOf(const Json& node) const {
  if (!node.is_number()) return std::nullopt;
  const double number = node.get<double>();
  if (!(number >= 0 && number <= UINT32_MAX) || !isWhole(number)) return std::nullopt;
  return std::uint32_t(number);
}

std::uint32_t Arguments::id(std::string_view name) {
  const Json* node = take(name);
  if (!node) missing(name);
  const auto id = node ? idOf(*node) : std::nullopt;
  if (!id) expect(name, "an id, a whole number from 0");
  return id.value_or(0);
}

std::optional<std::uint32_t> Arguments::idOrNull(std::string_view name) {
  if (!isNull(name)) return id(name);
  take(name);
  return std::nullopt;
}

std::vector<std::uint32_t> Arguments::ids(std::string_view name) {
  std::vector<std::uint32_t> all;
  const Json* list = takeList(name, "a list of ids");
  if (!list) return all;
  for (const Json& node : *list) {
    const auto id = idOf(node);
    if (!id) expect(name, "a list of ids, whole numbers from 0");
    all.push_back(id.value_or(0));
  }
  return all;
}

std::optional<Vec2> Arguments::pointOf(std::string_view name, const Json& node) {
  if (!node.is_array() || node.size() != 2) return std::nullopt;
  const auto x = numberOf(name, node[0]), y = numberOf(name, node[1]);
  return x && y ? std::optional(Vec2{*x, *y}) : std::nullopt;
}

Vec2 Arguments::point(std::string_view name) {
  const Json* node = take(name);
  if (!node) missing(name);
  const auto point = node ? pointOf(name, *node) : std::nullopt;
  if (!point) expect(name, "two numbers");
  return point.value_or(Vec2{});
}
std::optional<Vec2> Arguments::pointIf(std::string_view name) {
  return has(name) ? std::optional(point(name)) : std::nullopt;
}

std::vector<Vec2> Arguments::points(std::string_view name) {
  std::vector<Vec2> all;
  const Json* list = takeList(name, "a list of points");
  if (!list) return all;
  for (const Json& node : *list) {
    const auto point = pointOf(name, node);
    if (!point) expect(name, "a list of points, two numbers each");
    all.push_back(point.value_or(Vec2{}));
  }
  return all;
}

std::vector<double> Arguments::numbers(std::string_view name) {
  std::vector<double> all;
  const Json* list = takeList(name, "a list of numbers");
  if (!list) return all;
  for (const Json& node : *list) {
    const auto number = numberOf(name, node);
    if (!number) expect(name, "a list of numbers");
    all.push_back(number.value_or(0));
  }
  return all;
}

std::vector<double> Arguments::numbers(std::string_view name, std::size_t count) {
  std::vector<double> all = numbers(name);
  if (all.size() != count) expect(name, vide::text("a list of ", count, " numbers"));
  all.resize(count);
  return all;
}

std::vector<std::string> Arguments::texts(std::string_view name) {
  std::vector<std::string> all;
  const Json* list = takeList(name, "a list of texts");
  if (!list) return all;
  for (const Json& node : *list) {
    if (node.is_string()) {
      all.push_back(node.get_ref<const std::string&>());
    } else {
      expect(name, "a list of texts");
    }
  }
  return all;
}

std::size_t Arguments::choice(std::string_view name, std::span<const std::string_view> choices) {
  const Json* node = take(name);
  if (!node) missing(name);
  if (node && node->is_string()) {
    const auto found = std::ranges::find(choices, node->get_ref<const std::string&>());
    if (found != choices.end()) return std::size_t(found - choices.begin());
  }
  std::string all;
  for (const std::string_view choice : choices) {
    if (!all.empty()) all += choice == choices.back() ? " or " : ", ";
    all += choice;
  }
  expect(name, all);
  return 0;
}
std::optional<std::size_t> Arguments::choiceIf(std::string_view name,
                                               std::span<const std::string_view> choices) {
  return has(name) ? std::optional(choice(name, choices)) : std::nullopt;
}

Result<void> Arguments::finish() {
  if (error_) return std::unexpected(*error_);
  const auto unread = std::ranges::find(is_read_, false);
  if (unread == is_read_.end()) return {};
  const auto& members = object_->get_ref<const Json::object_t&>();
  const std::string& name = (members.begin() + (unread - is_read_.begin()))->first;
  return fail(ErrorCode::invalid_argument,
              vide::text("there is no member '", place_, shortened(name), "'"));
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"

namespace vide::detail {

using Json = nlohmann::ordered_json;

// Errors: text that is not JSON, is no object, or nests deeper than 16 levels.
Result<Json> parseArguments(std::string_view text);

// Text from outside as messages quote it: on one line, of at most so many bytes and "...".
std::string shortened(std::string_view text, std::size_t longest = 40);

// Both ends belong to it.
struct NumberRange {
  double least = 0, most = 0;
};

// One object of a method's arguments, read member by member. The first thing that is wrong is kept
// and all that is read afterwards is of no use; finish() tells:
//
//   const double time = arguments.number("time");
//   if (auto wrong = arguments.finish(); !wrong) return std::unexpected(wrong.error());
class Arguments {
 public:
  explicit Arguments(const Json& object, std::string place = {})
      : object_(&object), place_(std::move(place)), is_read_(object.size(), false) {}

  // Whether it is there; null counts as nothing given for members that need not be.
  bool has(std::string_view name) const;
  // Whether it is there and null.
  bool isNull(std::string_view name) const;

  double number(std::string_view name);  // finite, at most 1e30
  std::optional<double> numberIf(std::string_view name);
  std::optional<double> numberIf(std::string_view name, const NumberRange& range);
  int integer(std::string_view name);  // of at most 30 bits
  std::optional<int> integerIf(std::string_view name);
  std::optional<int> integerIf(std::string_view name, const NumberRange& range);
  bool flag(std::string_view name);
  std::optional<bool> flagIf(std::string_view name);
  std::string text(std::string_view name);
  std::optional<std::string> textIf(std::string_view name);
  std::uint32_t id(std::string_view name);
  // Null for none.
  std::optional<std::uint32_t> idOrNull(std::string_view name);
  std::vector<std::uint32_t> ids(std::string_view name);
  Vec2 point(std::string_view name);
  std::optional<Vec2> pointIf(std::string_view name);
  std::vector<Vec2> points(std::string_view name);
  std::vector<double> numbers(std::string_view name);
  // Exactly so many.
  std::vector<double> numbers(std::string_view name, std::size_t count);
  std::vector<std::string> texts(std::string_view name);
  // The place of the text among the choices.
  std::size_t choice(std::string_view name, std::span<const std::string_view> choices);
  std::optional<std::size_t> choiceIf(std::string_view name,
                                      std::span<const std::string_view> choices);
  template <class Enum>
  Enum oneOf(std::string_view name, std::span<const std::string_view> names) {
    return Enum(choice(name, names));
  }
  template <class Enum>
  std::optional<Enum> oneOfIf(std::string_view name, std::span<const std::string_view> names) {
    const auto found = choiceIf(name, names);
    return found ? std::optional(Enum(*found)) : std::nullopt;
  }
  // An object inside: what `read` does with it; what is wrong there is wrong here.
  template <class Read>
  void object(std::string_view name, Read read) {
    const Json* node = take(name);
    if (!node) return missing(name);
    readInside(*node, std::string(name), read);
  }
  template <class Read>
  void objectIf(std::string_view name, Read read) {
    if (has(name)) object(name, read);
  }
  // The same for each of a list.
  template <class Read>
  void objects(std::string_view name, Read read) {
    const Json* list = takeList(name, "a list of objects");
    for (std::size_t i = 0; list && i < list->size() && !error_; ++i) {
      readInside((*list)[i], std::string(name) + "[" + std::to_string(i) + "]", read);
    }
  }
  // A member as it is, or null; for members whose names are data.
  const Json* any(std::string_view name) { return take(name); }

  // Says that a member that was read is wrong: "'time' must be 0 or more".
  void refuse(std::string_view name, std::string_view what);

  // Errors: what was wrong first; a member that nobody has read.
  Result<void> finish();

 private:
  const Json* take(std::string_view name);
  const Json* takeList(std::string_view name, std::string_view expected);
  void missing(std::string_view name);
  void expect(std::string_view name, std::string_view expected);
  void expectWithin(std::string_view name, double value, const NumberRange& range);
  std::optional<double> numberOf(std::string_view name, const Json& node);
  std::optional<std::uint32_t> idOf(const Json& node) const;
  std::optional<Vec2> pointOf(std::string_view name, const Json& node);
  template <class Read>
  void readInside(const Json& node, const std::string& name, Read read) {
    if (!node.is_object()) return expect(name, "an object");
    Arguments inside(node, place_ + name + ".");
    read(inside);
    const auto finished = inside.finish();
    if (!finished && !error_) error_ = finished.error();
  }

  const Json* object_;
  std::string place_;  // "keys[3]."
  std::vector<bool> is_read_;
  std::optional<Error> error_;
};

}  // namespace vide::detail

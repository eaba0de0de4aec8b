// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/detail/json.hpp"

// Taking values out of a JSON text that may hold anything.
namespace vide::detail {

// A JSON object with a name for messages.
class JsonObject {
 public:
  // `node` must outlive this.
  static Result<JsonObject> of(const SortedJson& node, std::string place) {
    if (!node.is_object()) {
      return fail(ErrorCode::malformed_data, vide::text(place, " is not an object {...}"));
    }
    return JsonObject(node, std::move(place));
  }

  const std::string& place() const { return place_; }

  // Null when missing.
  const SortedJson* find(const char* key) const {
    const auto found = node_->find(key);
    return found == node_->end() ? nullptr : &*found;
  }

  Result<std::string> string(const char* key) const {
    const SortedJson* value = find(key);
    if (!value || !value->is_string()) return wrong(key, "a text");
    return value->get_ref<const std::string&>();
  }

  Result<double> number(const char* key) const {
    const SortedJson* value = find(key);
    if (!value || !value->is_number()) return wrong(key, "a number");
    return finite(value->get<double>(), key);
  }
  Result<double> numberOr(const char* key, double missing) const {
    return find(key) ? number(key) : Result<double>(missing);
  }

  Result<int> integer(const char* key) const {
    const SortedJson* value = find(key);
    const bool fits =
        value && value->is_number_integer() && std::abs(value->get<double>()) <= double(1 << 30);
    if (!fits) return wrong(key, "a whole number");
    return value->get<int>();
  }

  Result<bool> flagOr(const char* key, bool missing) const {
    const SortedJson* value = find(key);
    if (!value) return missing;
    if (!value->is_boolean()) return wrong(key, "true or false");
    return value->get<bool>();
  }

  // A list of at least `least` numbers and at most out.size(); the rest of `out` stays as it is.
  Result<void> numbers(const char* key, std::size_t least, std::span<double> out) const {
    const SortedJson* value = find(key);
    if (!value || !value->is_array() || value->size() < least || value->size() > out.size()) {
      return wrong(key, vide::text("a list of ", out.size(), " numbers"));
    }
    for (std::size_t i = 0; i < value->size(); ++i) {
      if (!(*value)[i].is_number()) return wrong(key, "a list of numbers");
      const auto number = finite((*value)[i].get<double>(), key);
      if (!number) return std::unexpected(number.error());
      out[i] = *number;
    }
    return {};
  }

  Result<std::span<const SortedJson>> list(const char* key) const {
    const SortedJson* value = find(key);
    if (!value || !value->is_array()) return wrong(key, "a list");
    return std::span<const SortedJson>(value->get_ref<const SortedJson::array_t&>());
  }

 private:
  JsonObject(const SortedJson& node, std::string place) : node_(&node), place_(std::move(place)) {}

  std::unexpected<Error> wrong(const char* key, std::string_view expected) const {
    return fail(ErrorCode::malformed_data,
                vide::text(place_, ": \"", key, "\" must be ", expected));
  }
  Result<double> finite(double value, const char* key) const {
    if (!std::isfinite(value)) return wrong(key, "finite");
    return value;
  }

  const SortedJson* node_;
  std::string place_;
};

}  // namespace vide::detail

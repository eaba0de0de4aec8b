// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <string_view>
#include <type_traits>
#include <vector>

#include "vide/formats/detail/json_fields.hpp"

// Members that a struct's describe() does not name (see json_fields.hpp): a newer VIDE or another
// program put them there, and they are carried from one save to the next as they are.
namespace vide::detail {

class UnknownKeeper;

template <class Struct>
concept HasFields = requires(UnknownKeeper& fields, const Struct& value) {
  describe(fields, value);
};

// Adds what only `older` has to `fresh`, a later description of the same thing. What is gone takes
// its members along. Returns whether there was anything.
template <HasFields Struct>
bool keepUnknown(const Json& older, Json& fresh);

// The same for two lists. Items are the same where the members that describe() calls their identity
// are; those that are alike, in their order.
template <HasFields Item>
bool keepUnknownOfItems(const Json& older, Json& fresh);

class UnknownKeeper {
 public:
  UnknownKeeper(const Json& older, Json& fresh) : older_(older), fresh_(fresh) {}

  template <class Value>
  void identity(const char* name, const Value&) {
    known_.push_back(name);
    identity_.push_back(name);
  }
  template <class Value>
  void required(const char* name, const Value&) {
    known_.push_back(name);
    if constexpr (HasFields<Value>) {
      const Json* part = member(older_, name);
      if (part && member(fresh_, name)) kept_ |= keepUnknown<Value>(*part, fresh_[name]);
    }
  }
  // A part that is as usual is left out of the fresh description, but may be there for this.
  template <class Value>
  void optional(const char* name, const Value&, const std::type_identity_t<Value>&) {
    known_.push_back(name);
    if constexpr (HasFields<Value>) {
      const Json* part = member(older_, name);
      Json usual = Json::object();
      Json& fresh = member(fresh_, name) ? fresh_[name] : usual;
      if (!part || !keepUnknown<Value>(*part, fresh)) return;
      if (&fresh == &usual) fresh_[name] = std::move(usual);
      kept_ = true;
    }
  }
  template <class Item>
  void list(const char* name, const std::vector<Item>&) {
    known_.push_back(name);
    if constexpr (HasFields<Item>) {
      const Json* items = member(older_, name);
      if (items && member(fresh_, name)) kept_ |= keepUnknownOfItems<Item>(*items, fresh_[name]);
    }
  }
  void elsewhere(const char* name) { known_.push_back(name); }

  // Call last. Returns whether anything was kept, here or further in.
  bool keepRest() {
    if (!older_.is_object() || !fresh_.is_object()) return kept_;
    for (const auto& [name, value] : older_.items()) {
      if (std::ranges::find(known_, name) != known_.end()) continue;
      fresh_[name] = value;
      kept_ = true;
    }
    return kept_;
  }

  const std::vector<std::string_view>& identityNames() const { return identity_; }

 private:
  const Json& older_;
  Json& fresh_;
  std::vector<std::string_view> known_, identity_;
  bool kept_ = false;
};

template <HasFields Struct>
bool keepUnknown(const Json& older, Json& fresh) {
  UnknownKeeper keeper(older, fresh);
  const Struct any{};
  describe(keeper, any);
  return keeper.keepRest();
}

template <HasFields Item>
bool keepUnknownOfItems(const Json& older, Json& fresh) {
  if (!older.is_array() || !fresh.is_array()) return false;
  Json none;
  UnknownKeeper names(none, none);
  const Item any{};
  describe(names, any);
  const auto identityOf = [&](const Json& item) {
    std::vector<double> numbers;
    for (const auto name : names.identityNames()) {
      numbers.push_back(numberIn(item, name).value_or(-1));
    }
    return numbers;
  };
  std::multimap<std::vector<double>, Json*> places;
  for (Json& item : fresh) places.emplace(identityOf(item), &item);
  bool kept = false;
  for (const Json& item : older) {
    const auto identity = identityOf(item);
    const auto same = places.lower_bound(identity);
    if (same == places.end() || same->first != identity) continue;
    kept |= keepUnknown<Item>(item, *same->second);
    places.erase(same);
  }
  return kept;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/text.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// Which list of a document holds the items of a type, and what messages call them.
template <class Item>
struct ItemList;
template <>
struct ItemList<ImageAsset> {
  static constexpr auto member = &Document::images;
  static constexpr const char* kind = "image";
};
template <>
struct ItemList<Layer> {
  static constexpr auto member = &Document::layers;
  static constexpr const char* kind = "layer";
};
template <>
struct ItemList<Slot> {
  static constexpr auto member = &Document::slots;
  static constexpr const char* kind = "slot";
};
template <>
struct ItemList<Skin> {
  static constexpr auto member = &Document::skins;
  static constexpr const char* kind = "skin";
};
template <>
struct ItemList<Constraint> {
  static constexpr auto member = &Document::constraints;
  static constexpr const char* kind = "constraint";
};
template <>
struct ItemList<Clip> {
  static constexpr auto member = &Document::clips;
  static constexpr const char* kind = "clip";
};

// The place in the document's list of the item with that id, or one past its end.
template <class Item>
std::size_t placeOf(const Document& document, std::uint32_t id) {
  const auto& items = document.*ItemList<Item>::member;
  return std::size_t(std::ranges::find(items, id, &Item::id) - items.begin());
}

// A locator says where in a document a value is: a small struct, comparable, with
//   Value& operator()(Document&) const.

// A part of the document itself.
template <class Value>
struct DocumentPart {
  Value Document::*part;

  Value& operator()(Document& document) const { return document.*part; }
  friend bool operator==(const DocumentPart&, const DocumentPart&) = default;
};

// A part of the item with that id, which never changes and must be there.
template <class Item, class Value>
struct ItemPart {
  std::uint32_t id;
  Value Item::*part;

  Value& operator()(Document& document) const {
    return (document.*ItemList<Item>::member)[placeOf<Item>(document, id)].*part;
  }
  friend bool operator==(const ItemPart&, const ItemPart&) = default;
};

// Whether values inside are located by their place in the list: all lists of structs but keys,
// which are replaced as a whole.
template <class Value>
inline constexpr bool holds_items = false;
template <class Item>
inline constexpr bool holds_items<std::vector<Item>> = std::is_class_v<Item>;
template <class Value>
inline constexpr bool holds_items<std::vector<Key<Value>>> = false;
template <class Value>
inline constexpr bool holds_items<std::vector<Step<Value>>> = false;

// Whether the values of a list are items with ids.
template <class Value>
concept ListOfItems = requires {
  ItemList<typename Value::value_type>::member;
};

template <class Locator>
using LocatedValue = std::remove_cvref_t<std::invoke_result_t<Locator, Document&>>;

// One difference between a document as it was and as it is. Taking it back and making it again are
// the same step: the document's value and the kept one change places, so nothing is lost or
// rounded.
class Change {
 public:
  virtual ~Change() = default;
  virtual void swap(Document& document) = 0;
  // Whether the other is of the same value, so that the older of the two says all.
  virtual bool isOfSameValueAs(const Change& other) const = 0;
  // The address of a thing that each type has for itself.
  virtual const void* type() const = 0;
  // Whether items come, go or change places, so that those after it are found elsewhere.
  virtual bool movesItems() const = 0;
};

template <class Locator>
class ValueChange final : public Change {
 public:
  ValueChange(Locator locate, LocatedValue<Locator> kept)
      : locate_(locate), kept_(std::move(kept)) {}
  void swap(Document& document) override { std::swap(locate_(document), kept_); }
  bool isOfSameValueAs(const Change& other) const override {
    return other.type() == type() && static_cast<const ValueChange&>(other).locate_ == locate_;
  }
  const void* type() const override { return &tag_; }
  bool movesItems() const override { return holds_items<LocatedValue<Locator>>; }

 private:
  static inline const char tag_ = 0;
  Locator locate_;
  LocatedValue<Locator> kept_;
};

// Whether an item is at its place in a list: it moves between the list and here.
template <class Locator>
class PresenceChange final : public Change {
 public:
  using Item = typename LocatedValue<Locator>::value_type;

  PresenceChange(Locator locate, std::size_t place, std::optional<Item> kept)
      : locate_(locate), place_(place), kept_(std::move(kept)) {}
  void swap(Document& document) override {
    auto& items = locate_(document);
    const auto at = items.begin() + std::ptrdiff_t(place_);
    if (kept_) {
      items.insert(at, *std::exchange(kept_, std::nullopt));
    } else {
      kept_ = std::move(*at);
      items.erase(at);
    }
  }
  bool isOfSameValueAs(const Change&) const override { return false; }
  const void* type() const override { return &tag_; }
  bool movesItems() const override { return true; }

 private:
  static inline const char tag_ = 0;
  Locator locate_;
  std::size_t place_;
  std::optional<Item> kept_;
};

using Changes = std::vector<std::unique_ptr<Change>>;

// A document while a command works on it: what is set shows at once and is written down, so that it
// can be taken back. Commands are built from these steps.
class Edit {
 public:
  explicit Edit(Document& document) : document_(document) {}

  const Document& document() const { return document_; }

  // Replaces one part of the document, such as &Document::skeleton. Lists of items with ids are
  // changed item by item instead.
  template <class Value>
  void set(Value Document::*part, std::type_identity_t<Value> value) {
    static_assert(!ListOfItems<Value>, "items come and go one by one: use add and remove");
    replace(DocumentPart<Value>{part}, std::move(value));
  }

  // Replaces one part of an item, such as &Layer::opacity. Errors: no such item.
  template <class Item, class Value>
  Result<void> set(std::uint32_t id, Value Item::*part, std::type_identity_t<Value> value) {
    if (auto found = place<Item>(id); !found) return std::unexpected(found.error());
    replace(ItemPart<Item, Value>{id, part}, std::move(value));
    return {};
  }

  // Puts an item at the end of its list.
  template <class Item>
  void add(Item item) {
    const auto list = DocumentPart<std::vector<Item>>{ItemList<Item>::member};
    insert(list, list(document_).size(), std::move(item));
  }

  // Takes an item out of its list, and nothing else: see the commands for what names it. Errors: no
  // such item.
  template <class Item>
  Result<void> remove(std::uint32_t id) {
    const auto found = place<Item>(id);
    if (!found) return std::unexpected(found.error());
    erase(DocumentPart<std::vector<Item>>{ItemList<Item>::member}, *found);
    return {};
  }

  // The same for values and lists that a locator finds; they must be there.
  template <class Locator>
  void replace(Locator locate, LocatedValue<Locator> value) {
    take(std::make_unique<ValueChange<Locator>>(locate, std::move(value)));
  }
  template <class Locator>
  void insert(Locator locate, std::size_t at, typename LocatedValue<Locator>::value_type item) {
    take(std::make_unique<PresenceChange<Locator>>(locate, at, std::move(item)));
  }
  template <class Locator>
  void erase(Locator locate, std::size_t at) {
    take(std::make_unique<PresenceChange<Locator>>(locate, at, std::nullopt));
  }

  // What was done so far, to be kept; the edit starts anew.
  Changes finish() { return std::exchange(changes_, {}); }
  // Takes back what was done so far.
  void rollBack();

 private:
  template <class Item>
  Result<std::size_t> place(std::uint32_t id) const {
    const std::size_t at = placeOf<Item>(document_, id);
    if (at < (document_.*ItemList<Item>::member).size()) return at;
    return fail(ErrorCode::not_found, text("there is no ", ItemList<Item>::kind, " ", id));
  }

  void take(std::unique_ptr<Change> change);

  Document& document_;
  Changes changes_;
};

// A number that none of the items has as its id: one more than the largest while that is possible.
template <class Items>
std::uint32_t unusedId(const Items& items) {
  std::uint32_t largest = 0;
  for (const auto& item : items) largest = std::max(largest, item.id);
  if (largest < UINT32_MAX) return largest + 1;
  std::uint32_t unused = 0;
  while (std::ranges::any_of(items, [&](const auto& item) { return item.id == unused; })) ++unused;
  return unused;
}

}  // namespace vide

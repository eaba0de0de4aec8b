// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vide/formats/detail/gltf_content.hpp"

namespace vide::detail {

// The vendor extension that marks and describes what is VIDE's.
inline constexpr const char* rig_extension = "VIDE_rig";

// Who an object of a glTF list stands for: {"layer": 7}, {"bone": 5}, {"root": 0}.
struct GltfMark {
  const char* kind;
  std::uint32_t id = 0;
};

// The id in the object's mark, when it has one of that kind.
std::optional<std::uint32_t> markedId(const Json& object, const char* kind);
// Whether VIDE wrote the object.
bool isMarked(const Json& object);
// Where the objects of `list` with marks of that kind are, by their id.
std::map<std::uint32_t, std::size_t> findMarked(const GltfContent& content, const char* list,
                                                const char* kind);

// Whether VIDE wrote any object of the lists.
bool holdsOwn(const GltfContent& content);

// Writes VIDE's objects into a glTF document and leaves everybody else's as they are, with the same
// indices, because unknown extensions may refer to them. An object that VIDE saved before is known
// by its mark: it keeps its index (unless all the file is VIDE's, which is then laid out afresh),
// and the members that VIDE does not write stay on it.
class GltfBuilder {
 public:
  // `base` is an empty document, someone else's, or an older save. Accessors that are `released`
  // have their places and bytes used for others, unless something still refers to them.
  explicit GltfBuilder(GltfContent base, const std::set<std::size_t>& released = {});

  // The index that the object with that mark has or will have.
  std::size_t place(const std::string& list, const GltfMark& mark);
  // Puts the object in its place and marks it.
  std::size_t put(const std::string& list, const GltfMark& mark, Json object);

  // Bytes on a multiple of four in the binary chunk; `target` 0 leaves it out.
  std::size_t addView(std::span<const std::uint8_t> bytes, int target);
  // `object` is the accessor but for its buffer view.
  std::size_t addAccessor(Json object, std::span<const std::uint8_t> bytes, int target);

  // The nodes that the shown scene starts with, after those of others that it has.
  void setSceneNodes(const std::vector<std::size_t>& nodes);
  void useExtension(const char* name) { listOnce("extensionsUsed", name); }
  void requireExtension(const char* name) { listOnce("extensionsRequired", name); }
  void setRig(Json rig);

  GltfContent finish() &&;

 private:
  using Indices = std::set<std::size_t>;

  void takeInBuffer();
  std::size_t usedBytes() const;
  void findOwned();
  void findOwnedData(const Indices& released);
  std::vector<std::size_t> foreignRoots();
  bool allOwned() const;
  void dropOwned();
  void cutBinary();
  std::size_t newSlot(const std::string& list);
  void fillGaps(const std::string& list);
  void listOnce(const char* list, const char* name);

  GltfContent content_;
  std::map<std::string, Indices> owned_;   // what the older save wrote, by list
  std::map<std::string, Indices> unused_;  // of those, the slots that nothing fills yet
  std::map<std::string, Indices> spares_;  // slots that an older save had to leave empty
  std::map<std::pair<std::string, std::string>, std::size_t> places_;  // (list, mark) -> index
  std::map<std::pair<std::string, std::string>, Json> older_;          // (list, mark) -> object
};

}  // namespace vide::detail

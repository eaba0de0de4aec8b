// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "vide/rig/bone_commands.hpp"
#include "vide/studio/detail/following.hpp"
#include "vide/studio/detail/lookup.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/plane_bones.hpp"
#include "vide/studio/detail/reweigh.hpp"
#include "vide/studio/detail/session.hpp"

// Drawing the skeleton. Keys say how bones differ from their rest, and stay when it changes.
namespace vide::detail {
namespace {

using Work = std::function<Result<void>(Edit&)>;

struct BoneEdit {
  std::string name;
  std::string merge;
  std::optional<Quality> weights = Quality::exact;  // none: they stay
  Work work;
};

std::optional<Quality> weightsArgument(Arguments& arguments) {
  static constexpr std::array<std::string_view, 3> names{"draft", "exact", "keep"};
  const std::size_t choice = arguments.choiceIf("weights", names).value_or(1);
  return choice < 2 ? std::optional(Quality(choice)) : std::nullopt;
}

// Layers that follow all bones follow all bones afterwards, and the first bone takes those along
// that followed none.
Result<Reply> runOnBones(Session& session, const Request& request, BoneEdit bones,
                         EditNotes notes = {}) {
  const auto work = [&](Edit& edit) -> Result<void> {
    const bool is_first = edit.document().skeleton.empty();
    const auto layers = is_first ? looseLayers(edit.document()) : layersOfAllBones(edit.document());
    const std::size_t count = edit.document().skeleton.size();
    if (auto done = bones.work(edit); !done) return done;
    if (auto settled = settleBones(edit); !settled) return settled;
    if (edit.document().skeleton.size() != count) {
      if (auto follow = followAllBones(edit, layers); !follow) return follow;
    }
    if (!bones.weights) return {};
    return reweigh(session, edit, layers, *bones.weights, notes.warnings, request.progress);
  };
  auto done = session.edit({std::move(bones.name), std::move(bones.merge), work});
  if (!done) return std::unexpected(done.error());
  return session.edited(std::move(notes));
}

// "bone", "bone_2", ...: the first that no bone has.
std::string freeName(const Skeleton& skeleton, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; skeleton.find(name) >= 0; ++number) name = text(wanted, "_", number);
  return name;
}

Result<void> checkLength(Vec2 head, Vec2 tail) {
  if (!(head == tail)) return {};
  return fail(ErrorCode::invalid_argument,
              "'tail' is where 'head' is; a bone needs a length, so put them apart");
}

Result<int> parentIndex(const Skeleton& skeleton, std::optional<BoneId> parent) {
  if (!parent) return -1;
  const auto index = findBoneIndex(skeleton, *parent);
  if (!index) return std::unexpected(index.error());
  return int(*index);
}

Result<Reply> addBone(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  const auto parent = arguments.idOrNull("parent");
  const Vec2 head = onGrid(arguments.point("head")), tail = onGrid(arguments.point("tail"));
  const auto name = arguments.textIf("name");
  BoneEdit edit{.name = "Add bone",
                .merge = arguments.textIf("merge").value_or(""),
                .weights = weightsArgument(arguments)};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (auto apart = checkLength(head, tail); !apart) return std::unexpected(apart.error());
  const Skeleton& skeleton = session.document().skeleton;
  const auto above = parentIndex(skeleton, parent);
  if (!above) return std::unexpected(above.error());
  const RestPlace rest = restBetween(skeleton, *above, head, tail);
  Bone bone{.id = unusedId(skeleton.bones()),
            .name = name ? *name : freeName(skeleton, "bone"),
            .local = rest.local,
            .tail = rest.tail};
  edit.work = [&](Edit& e) { return vide::addBone(e, bone, parent); };
  return runOnBones(session, request, std::move(edit), {.id = bone.id});
}

}  // namespace

std::span<const Method> boneMethods() {
  static constexpr Method methods[] = {{"add_bone", addBone}};
  return methods;
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "vide/rig/bone_commands.hpp"
#include "vide/studio/detail/bone_mirror.hpp"
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

// Layers whose weights are not what their bones ask for.
std::vector<LayerId> unweighed(Session& session, const Edit& edit, const BoneEdit& bones,
                               const WeighedBy& before) {
  std::vector<LayerId> layers = before.changedIn(edit.document());
  for (const LayerId id : session.roughWeights().of(bones.merge)) {
    if (std::ranges::find(layers, id) == layers.end()) layers.push_back(id);
  }
  return layers;
}

// Layers that follow all bones follow all bones afterwards, and the first bone takes those along
// that followed none. Weights follow where bones have moved; `rough` are those that do not yet.
Result<void> workOnBones(Session& session, Edit& edit, const BoneEdit& bones, EditNotes& notes,
                         std::vector<LayerId>& rough, const Progress& progress) {
  const WeighedBy before(edit.document());
  const std::size_t count = edit.document().skeleton.size();
  const auto pinned = pinnedLayers(edit.document());
  const auto layers = count == 0 ? looseLayers(edit.document()) : layersOfAllBones(edit.document());
  if (auto done = bones.work(edit); !done) return done;
  if (auto settled = settleBones(edit); !settled) return settled;
  if (edit.document().skeleton.size() != count) {
    if (auto follow = followAllBones(edit, layers); !follow) return follow;
    if (auto stiff = stiffenPinned(edit, pinned); !stiff) return stiff;
  }
  const auto left = unweighed(session, edit, bones, before);
  if (bones.weights != Quality::exact) rough = left;
  if (!bones.weights) return {};
  return reweigh(session, edit, left, *bones.weights, notes.warnings, progress);
}

// `notes` may still be written by the work.
Result<Reply> runOnBones(Session& session, const Request& request, const BoneEdit& bones,
                         EditNotes&& notes = {}) {
  std::vector<LayerId> rough;
  const auto work = [&](Edit& edit) {
    return workOnBones(session, edit, bones, notes, rough, request.progress);
  };
  auto done = session.edit({bones.name, bones.merge, work});
  if (!done) return std::unexpected(done.error());
  session.roughWeights().leave(bones.merge, std::move(rough));
  return session.edited(std::move(notes));
}

Result<void> checkLength(Vec2 head, Vec2 tail) {
  if (!(head == tail)) return {};
  return fail(ErrorCode::invalid_argument,
              "'tail' is where 'head' is; a bone needs a length, so put them apart");
}

struct PlaneEnds {
  Vec2 head, tail;
};

// Where a bone goes of which one end or both are given: a pin's ends stay together.
PlaneEnds endsOf(const Skeleton& skeleton, std::size_t bone, std::optional<Vec2> head,
                 std::optional<Vec2> tail) {
  if (isPin(skeleton[bone]) && !(head && tail)) head = tail = head ? head : tail;
  return {onGrid(head.value_or(xy(skeleton.head(bone)))),
          onGrid(tail.value_or(xy(skeleton.tail(bone))))};
}

Result<int> parentIndex(const Skeleton& skeleton, std::optional<BoneId> parent) {
  if (!parent) return -1;
  const auto index = findBoneIndex(skeleton, *parent);
  if (!index) return std::unexpected(index.error());
  return int(*index);
}

struct NewBone {
  std::optional<BoneId> parent;
  Vec2 head, tail;
  std::string name;
};

Result<Reply> add(Session& session, const Request& request, const NewBone& drawn, BoneEdit edit) {
  const Skeleton& skeleton = session.document().skeleton;
  const auto above = parentIndex(skeleton, drawn.parent);
  if (!above) return std::unexpected(above.error());
  const RestPlace rest = restBetween(skeleton, *above, drawn.head, drawn.tail);
  const Bone bone{
      .id = newId(skeleton.bones()), .name = drawn.name, .local = rest.local, .tail = rest.tail};
  edit.work = [&](Edit& e) { return vide::addBone(e, bone, drawn.parent); };
  return runOnBones(session, request, edit, {.id = bone.id});
}

Result<Reply> addBone(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  NewBone bone{.parent = arguments.idOrNull("parent"),
               .head = onGrid(arguments.point("head")),
               .tail = onGrid(arguments.point("tail"))};
  bone.name = arguments.textIf("name").value_or(freeName(session.document().skeleton, "bone"));
  BoneEdit edit{.name = "Add bone",
                .merge = arguments.textIf("merge").value_or(""),
                .weights = weightsArgument(arguments)};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (auto apart = checkLength(bone.head, bone.tail); !apart) return std::unexpected(apart.error());
  return add(session, request, bone, std::move(edit));
}

Result<Reply> addPin(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  NewBone pin{.parent = arguments.idOrNull("parent")};
  pin.head = pin.tail = onGrid(arguments.point("at"));
  pin.name = arguments.textIf("name").value_or(freeName(session.document().skeleton, "pin"));
  BoneEdit edit{.name = "Set pin",
                .merge = arguments.textIf("merge").value_or(""),
                .weights = weightsArgument(arguments)};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return add(session, request, pin, std::move(edit));
}

Result<Reply> placeBone(Session& session, Request& request) {
  static constexpr std::array<std::string_view, 2> carried{"stay", "follow"};
  Arguments& arguments = request.arguments;
  const BoneId id = arguments.id("bone");
  const auto new_head = arguments.pointIf("head"), new_tail = arguments.pointIf("tail");
  const auto children = arguments.oneOf<Children>("children", carried);
  BoneEdit edit{.name = "Move bone",
                .merge = arguments.textIf("merge").value_or(""),
                .weights = weightsArgument(arguments)};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const Skeleton& skeleton = session.document().skeleton;
  const auto index = findBoneIndex(skeleton, id);
  if (!index) return std::unexpected(index.error());
  const auto [head, tail] = endsOf(skeleton, *index, new_head, new_tail);
  if (!isPin(skeleton[*index])) {
    if (auto apart = checkLength(head, tail); !apart) return std::unexpected(apart.error());
  }
  const RestPlace rest = restBetween(skeleton, skeleton[*index].parent, head, tail);
  edit.work = [&](Edit& e) { return vide::placeBone(e, id, rest.local, rest.tail, children); };
  return runOnBones(session, request, edit);
}

Result<Reply> renameBone(Session& session, Request& request) {
  const BoneId id = request.arguments.id("bone");
  const std::string name = request.arguments.text("name");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return session.run(
      {.name = "Rename bone", .work = [&](Edit& e) { return vide::renameBone(e, id, name); }});
}

Result<Reply> reparentBone(Session& session, Request& request) {
  const BoneId id = request.arguments.id("bone");
  const auto parent = request.arguments.idOrNull("parent");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  return runOnBones(session, request, {.name = "Change parent", .work = [&](Edit& edit) {
                                         return vide::reparentBone(edit, id, parent);
                                       }});
}

Result<Reply> removeBones(Session& session, Request& request) {
  std::vector<BoneId> ids = request.arguments.ids("bones");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  return runOnBones(
      session, request,
      {.name = ids.size() == 1 ? "Remove bone" : "Remove bones", .work = [&](Edit& edit) {
         for (const BoneId id : ids) {
           if (auto removed = removeBone(edit, id); !removed) return removed;
         }
         return Result<void>();
       }});
}

Result<Reply> mirrorBones(Session& session, Request& request) {
  const std::vector<BoneId> ids = request.arguments.ids("bones");
  const double x = request.arguments.number("x");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  BoneMirror mirror(ids, x);
  EditNotes notes;
  const auto work = [&](Edit& edit) -> Result<void> {
    auto mirrored = mirror.run(edit);
    notes.warnings = mirror.warnings();
    notes.id = mirror.first();
    return mirrored;
  };
  return runOnBones(session, request, {.name = "Mirror bones", .work = work}, std::move(notes));
}

Result<Reply> setBone(Session& session, Request& request) {
  const BoneId id = request.arguments.id("bone");
  const auto deform = request.arguments.flagIf("deform");
  const auto inherit_rotation = request.arguments.flagIf("inherit_rotation");
  const auto inherit_scale = request.arguments.flagIf("inherit_scale");
  BoneEdit change{.name = "Change bone", .merge = request.arguments.textIf("merge").value_or("")};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  change.work = [&](Edit& edit) -> Result<void> {
    const Skeleton& skeleton = edit.document().skeleton;
    const auto index = findBoneIndex(skeleton, id);
    if (!index) return std::unexpected(index.error());
    std::vector<Bone> bones(skeleton.bones().begin(), skeleton.bones().end());
    Bone& bone = bones[*index];
    bone.deform = deform.value_or(bone.deform);
    bone.inherit_rotation = inherit_rotation.value_or(bone.inherit_rotation);
    bone.inherit_scale = inherit_scale.value_or(bone.inherit_scale);
    auto changed = Skeleton::fromBones(std::move(bones));
    if (!changed) return std::unexpected(changed.error());
    edit.set(&Document::skeleton, *std::move(changed));
    return {};
  };
  return runOnBones(session, request, change);
}

}  // namespace

std::span<const Method> boneMethods() {
  static constexpr Method methods[] = {
      {"add_bone", addBone},           {"add_pin", addPin},
      {"place_bone", placeBone},       {"rename_bone", renameBone},
      {"reparent_bone", reparentBone}, {"remove_bones", removeBones},
      {"mirror_bones", mirrorBones},   {"set_bone", setBone},
  };
  return methods;
}

}  // namespace vide::detail

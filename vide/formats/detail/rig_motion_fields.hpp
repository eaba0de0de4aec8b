// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "vide/formats/detail/json_fields.hpp"
#include "vide/formats/detail/json_unknown.hpp"
#include "vide/rig/document.hpp"

// How VIDE_rig spells what a document has besides bones and pictures: slots, skins, constraints,
// springs, and the keys of clips that are not of bones (docs/document-format.md).
namespace vide::detail {

inline std::span<const EnumName<Bend>> namesOf(EnumTag<Bend>) {
  static constexpr EnumName<Bend> names[] = {{Bend::nearest, "nearest"},
                                             {Bend::counter_clockwise, "counterClockwise"},
                                             {Bend::clockwise, "clockwise"}};
  return names;
}

template <class Fields, SameAs<Slot> Self>
void describe(Fields& fields, Self& slot) {
  fields.identity("id", slot.id);
  fields.optional("name", slot.name, "");
  fields.list("layers", slot.layers);
  fields.optional("shown", slot.shown, {});
}

template <class Fields, SameAs<SkinChoice> Self>
void describe(Fields& fields, Self& choice) {
  fields.identity("insteadOf", choice.instead_of);
  fields.required("layer", choice.layer);
}

template <class Fields, SameAs<Skin> Self>
void describe(Fields& fields, Self& skin) {
  fields.identity("id", skin.id);
  fields.optional("name", skin.name, "");
  fields.list("choices", skin.choices);
}

template <class Fields, SameAs<ReachConstraint> Self>
void describe(Fields& fields, Self& reach) {
  fields.required("bone", reach.bone);
  fields.optional("length", reach.length, 2);
  fields.required("target", reach.target);
  fields.optional("bend", reach.bend, Bend::nearest);
  fields.optional("pole", reach.pole, {});
}

template <class Fields, SameAs<AimConstraint> Self>
void describe(Fields& fields, Self& aim) {
  fields.required("bone", aim.bone);
  fields.required("target", aim.target);
  fields.optional("offset", aim.offset, 0.0);
}

template <class Fields, SameAs<CopyConstraint> Self>
void describe(Fields& fields, Self& copy) {
  fields.required("bone", copy.bone);
  fields.required("source", copy.source);
  fields.optional("translation", copy.translation, 1.0);
  fields.optional("rotation", copy.rotation, 1.0);
  fields.optional("scale", copy.scale, 1.0);
  fields.optional("keepOffset", copy.keep_offset, false);
}

// A constraint has one member that is named like its kind.
template <class Kind>
struct ConstraintKind;
template <>
struct ConstraintKind<ReachConstraint> {
  static constexpr const char* name = "reach";
};
template <>
struct ConstraintKind<AimConstraint> {
  static constexpr const char* name = "aim";
};
template <>
struct ConstraintKind<CopyConstraint> {
  static constexpr const char* name = "copy";
};

inline void describe(FieldWriter& fields, const Constraint& constraint) {
  fields.identity("id", constraint.id);
  fields.optional("name", constraint.name, "");
  fields.optional("mix", constraint.mix, 1.0);
  std::visit(
      [&]<class Kind>(const Kind& kind) { fields.required(ConstraintKind<Kind>::name, kind); },
      constraint.kind);
}

inline void describe(FieldReader& fields, Constraint& constraint) {
  fields.identity("id", constraint.id);
  fields.optional("name", constraint.name, "");
  fields.optional("mix", constraint.mix, 1.0);
  int kinds = 0;
  const auto read = [&]<class Kind>(Kind kind) {
    if (!fields.has(ConstraintKind<Kind>::name)) return;
    fields.required(ConstraintKind<Kind>::name, kind);
    constraint.kind = kind;
    ++kinds;
  };
  read(ReachConstraint{});
  read(AimConstraint{});
  read(CopyConstraint{});
  if (kinds != 1) fields.note(" must have one of reach, aim and copy");
}

inline void describe(UnknownKeeper& fields, const Constraint& constraint) {
  fields.identity("id", constraint.id);
  fields.optional("name", constraint.name, "");
  fields.optional("mix", constraint.mix, 1.0);
  fields.required(ConstraintKind<ReachConstraint>::name, ReachConstraint{});
  fields.required(ConstraintKind<AimConstraint>::name, AimConstraint{});
  fields.required(ConstraintKind<CopyConstraint>::name, CopyConstraint{});
}

template <class Fields, SameAs<Spring> Self>
void describe(Fields& fields, Self& spring) {
  const Spring usual;
  fields.identity("bone", spring.bone);
  fields.optional("frequency", spring.frequency, usual.frequency);
  fields.optional("damping", spring.damping, usual.damping);
  fields.optional("gravity", spring.gravity, {});
  fields.optional("mix", spring.mix, 1.0);
}

template <class Fields, SameAs<Key<Offsets>> Self>
void describe(Fields& fields, Self& key) {
  const Key<Offsets> usual;
  fields.identity("time", key.time);
  fields.required("value", key.value);
  fields.optional("interpolation", key.interpolation, usual.interpolation);
  fields.list("in", key.in_tangent);
  fields.list("out", key.out_tangent);
  fields.optional("easing", key.easing, usual.easing);
}

template <class Fields, SameAs<OffsetTrack> Self>
void describe(Fields& fields, Self& track) {
  fields.identity("layer", track.layer);
  fields.list("offsets", track.offsets);
}

template <class Fields, SameAs<Step<bool>> Self>
void describe(Fields& fields, Self& step) {
  fields.identity("time", step.time);
  fields.required("value", step.value);
}
// Without a value nothing is shown.
template <class Fields, SameAs<Step<std::optional<std::uint32_t>>> Self>
void describe(Fields& fields, Self& step) {
  fields.identity("time", step.time);
  fields.optional("value", step.value, {});
}
template <class Fields, SameAs<Step<std::vector<std::uint32_t>>> Self>
void describe(Fields& fields, Self& step) {
  fields.identity("time", step.time);
  fields.list("value", step.value);
}

template <class Fields, SameAs<LayerTrack> Self>
void describe(Fields& fields, Self& track) {
  fields.identity("layer", track.layer);
  fields.list("visible", track.visible);
  fields.list("tint", track.tint);
  fields.list("opacity", track.opacity);
}

template <class Fields, SameAs<SlotTrack> Self>
void describe(Fields& fields, Self& track) {
  fields.identity("slot", track.slot);
  fields.list("shown", track.shown);
}

template <class Fields, SameAs<ConstraintTrack> Self>
void describe(Fields& fields, Self& track) {
  fields.identity("constraint", track.constraint);
  fields.list("mix", track.mix);
}

template <class Fields, SameAs<ClipEvent> Self>
void describe(Fields& fields, Self& event) {
  fields.identity("time", event.time);
  fields.optional("name", event.name, "");
  fields.optional("text", event.text, "");
  fields.optional("number", event.number, 0.0);
}

}  // namespace vide::detail

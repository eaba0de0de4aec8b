// SPDX-License-Identifier: MIT
#include <array>

#include "vide/author/recorded_clip.hpp"
#include "vide/core/text.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/names.hpp"
#include "vide/studio/detail/session.hpp"

// Recorded motions on the character.
namespace vide::detail {
namespace {

Json mapJson(const JointMap& joints) {
  Json json = Json::object();
  for (const auto& [bone, joint] : joints) json[bone] = joint;
  return json;
}

constexpr std::array<std::string_view, 2> axis_names{"y", "z"};

// Names are data here, so that they are read as they come.
std::optional<JointMap> mapIf(Arguments& arguments) {
  const Json* node = arguments.any("map");
  if (!node) return std::nullopt;
  JointMap joints;
  if (!node->is_object()) arguments.refuse("map", "must be an object of names");
  for (const auto& [bone, joint] : node->items()) {
    if (!joint.is_string()) {
      arguments.refuse("map", "must be an object of names");
      break;
    }
    joints[bone] = joint.get<std::string>();
  }
  return joints;
}

Result<Reply> retargetBvh(Session& session, Request& request) {
  static constexpr std::array<std::string_view, 2> planes{"frontal", "sagittal"};
  Arguments& arguments = request.arguments;
  const std::string content = arguments.text("text"), name = arguments.text("name");
  const auto map = mapIf(arguments);
  const auto up = arguments.oneOfIf<UpAxis>("up", axis_names);
  const auto plane = arguments.oneOfIf<RecordingView>("plane", planes);
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto motion = parseBvh(content);
  if (!motion) return std::unexpected(motion.error());
  const Document& document = session.document();
  RecordedClipOptions options{.joints =
                                  map ? *map : matchJoints(document.skeleton, motion->skeleton)};
  options.up = up.value_or(upAxisOf(motion->skeleton));
  options.view = plane.value_or(options.view);
  auto clip = clipOfRecording(*motion, document.skeleton, options);
  if (!clip) return std::unexpected(clip.error());
  clip->id = unusedId(document.clips);
  clip->name = name;
  auto reply = session.run({"Retarget recording", "",
                            [&](Edit& edit) -> Result<void> {
                              edit.add(*clip);
                              return {};
                            }},
                           {.id = clip->id});
  if (reply) reply->json["map"] = mapJson(options.joints);
  return reply;
}

Result<Reply> inspectBvh(Session& session, Request& request) {
  const std::string content = request.arguments.text("text");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const auto motion = parseBvh(content);
  if (!motion) return std::unexpected(motion.error());
  Json joints = Json::array();
  for (const Bone& joint : motion->skeleton.bones()) joints.push_back(joint.name);
  Reply reply;
  reply.json = {{"joints", std::move(joints)},
                {"frames", motion->frames},
                {"seconds", motion->frames * motion->frame_time},
                {"up", nameOf(upAxisOf(motion->skeleton), axis_names)},
                {"map", mapJson(matchJoints(session.document().skeleton, motion->skeleton))}};
  return reply;
}

}  // namespace

std::span<const Method> recordingMethods() {
  static constexpr Method methods[] = {{"retarget_bvh", retargetBvh}, {"inspect_bvh", inspectBvh}};
  return methods;
}

}  // namespace vide::detail

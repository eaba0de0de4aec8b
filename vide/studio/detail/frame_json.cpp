// SPDX-License-Identifier: MIT
#include "vide/studio/detail/frame_json.hpp"

#include <algorithm>
#include <cmath>

#include "vide/studio/detail/blobs.hpp"
#include "vide/studio/detail/session.hpp"

namespace vide::detail {
namespace {

// Poses can be scaled beyond all numbers, which neither JSON nor a page can tell.
template <class Number>
Number told(Number number) {
  return std::isfinite(number) ? number : 0;
}

Json told(Vec3 point) { return {told(point.x), told(point.y)}; }

Blob matricesOf(const Scene& scene) {
  std::vector<float> numbers;
  numbers.reserve(6 * scene.matrices().size());
  for (const SkinMatrix& matrix : scene.matrices()) {
    for (const std::size_t column : {0, 1, 3}) {
      numbers.push_back(told(matrix.column[column][0]));
      numbers.push_back(told(matrix.column[column][1]));
    }
  }
  return toBlob<float>(numbers);
}

class FrameWriter {
 public:
  FrameWriter(Session& session, const ShownMoment& moment)
      : session_(session), scene_(session.scene(moment)) {
    reply_.blobs.push_back(matricesOf(scene_));
  }

  Reply write(const ShownMoment& moment) {
    Json& frame = reply_.json;
    frame["layers"] = Json::array();
    for (const DrawnLayer& drawn : scene_.drawn()) frame["layers"].push_back(layerJson(drawn));
    frame["masks"] = masksJson();
    Json& bones = frame["bones"] = Json::array();
    const Skeleton& skeleton = session_.document().skeleton;
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
      const Affine3& model = scene_.model()[i];
      bones.push_back(
          {{"head", told(model.translation)}, {"tail", told(model * skeleton[i].tail)}});
    }
    Json& unkeyed = frame["unkeyed"] = Json::array();
    for (const auto& [bone, pose] : moment.unkeyed) unkeyed.push_back(bone);
    return std::move(reply_);
  }

 private:
  Json positionsOf(std::size_t layer) {
    const auto worked_out = scene_.workedOut(layer);
    if (worked_out.empty()) return nullptr;
    std::vector<float> flat;
    flat.reserve(worked_out.size() / 3 * 2);
    for (std::size_t v = 0; v + 2 < worked_out.size(); v += 3) {
      flat.push_back(told(worked_out[v]));
      flat.push_back(told(worked_out[v + 1]));
    }
    reply_.blobs.push_back(toBlob<float>(flat));
    return reply_.blobs.size() - 1;
  }

  Json layerJson(const DrawnLayer& drawn) {
    const Vec3 tint = drawn.look.tint;
    return {{"layer", drawn.layer},
            {"mask", drawn.mask ? Json(*drawn.mask) : Json()},
            {"opacity", drawn.look.opacity},
            {"tint", {tint.x, tint.y, tint.z}},
            {"positions", positionsOf(drawn.layer)}};
  }

  // Masks that are not among the layers seen.
  Json masksJson() {
    std::vector<std::size_t> masks;
    for (const DrawnLayer& drawn : scene_.drawn()) {
      const bool is_new = drawn.mask && !std::ranges::count(masks, *drawn.mask) &&
                          !std::ranges::count(scene_.drawn(), *drawn.mask, &DrawnLayer::layer);
      if (is_new) masks.push_back(*drawn.mask);
    }
    Json list = Json::array();
    for (const std::size_t mask : masks) {
      list.push_back({{"layer", mask}, {"positions", positionsOf(mask)}});
    }
    return list;
  }

  Session& session_;
  Scene& scene_;
  Reply reply_;
};

}  // namespace

Reply frameOf(Session& session, const ShownMoment& moment) {
  return FrameWriter(session, moment).write(moment);
}

Reply editedWithFrame(Session& session, std::vector<std::string> warnings) {
  Reply reply = session.edited({.warnings = std::move(warnings)});
  Reply frame = frameOf(session, session.moment());
  reply.json["frame"] = std::move(frame.json);
  reply.blobs = std::move(frame.blobs);
  return reply;
}

}  // namespace vide::detail

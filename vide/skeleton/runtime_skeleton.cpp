// SPDX-License-Identifier: MIT
#include "vide/skeleton/runtime_skeleton.hpp"

#include <algorithm>

#include "vide/core/float4.hpp"
#include "vide/core/text.hpp"
#include "vide/skeleton/detail/inheritance.hpp"

namespace vide {
namespace {

struct Columns {
  Float4 x, y, z, translation;
};

Columns load(const SkinMatrix& m) {
  return {loadFloat4(m.column[0].data()), loadFloat4(m.column[1].data()),
          loadFloat4(m.column[2].data()), loadFloat4(m.column[3].data())};
}
void store(SkinMatrix& m, const Columns& c) {
  storeFloat4(m.column[0].data(), c.x);
  storeFloat4(m.column[1].data(), c.y);
  storeFloat4(m.column[2].data(), c.z);
  storeFloat4(m.column[3].data(), c.translation);
}

Float4 turned(const Columns& m, Float4 v) {
  return m.x * spread<0>(v) + (m.y * spread<1>(v) + m.z * spread<2>(v));
}
Columns product(const Columns& a, const Columns& b) {
  return {turned(a, b.x), turned(a, b.y), turned(a, b.z), turned(a, b.translation) + a.translation};
}

// Numbers of four bones side by side.
struct Vectors4 {
  Float4 x, y, z;
};
Vectors4 operator*(const Vectors4& a, Float4 s) { return {a.x * s, a.y * s, a.z * s}; }
Vectors4 operator+(const Vectors4& a, const Vectors4& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vectors4 load(const float (&rows)[3][4]) {
  return {loadFloat4(rows[0]), loadFloat4(rows[1]), loadFloat4(rows[2])};
}

// One column of the matrices of four bones.
void setColumn(Columns (&matrices)[4], Float4 Columns::*column, Vectors4 v) {
  Float4 padding{};
  transpose(v.x, v.y, v.z, padding);
  matrices[0].*column = v.x;
  matrices[1].*column = v.y;
  matrices[2].*column = v.z;
  matrices[3].*column = padding;
}

// The matrices of a group: translate * rotate * shear * scale, as toAffine.
void toMatrices(const PoseGroup& pose, Columns (&matrices)[4]) {
  const Float4 x = loadFloat4(pose.rotation[0]), y = loadFloat4(pose.rotation[1]),
               z = loadFloat4(pose.rotation[2]), w = loadFloat4(pose.rotation[3]);
  const Float4 x2 = x + x, y2 = y + y, z2 = z + z;
  const Vectors4 rx{1 - (y * y2 + z * z2), x * y2 + w * z2, x * z2 - w * y2};
  const Vectors4 ry{x * y2 - w * z2, 1 - (x * x2 + z * z2), y * z2 + w * x2};
  const Vectors4 rz{x * z2 + w * y2, y * z2 - w * x2, 1 - (x * x2 + y * y2)};
  const Vectors4 scale = load(pose.scale), shear = load(pose.shear);
  setColumn(matrices, &Columns::x, rx * scale.x);
  setColumn(matrices, &Columns::y, (rx * shear.x + ry) * scale.y);
  setColumn(matrices, &Columns::z, (rx * shear.y + (ry * shear.z + rz)) * scale.z);
  setColumn(matrices, &Columns::translation, load(pose.translation));
}

Mat3 linearPart(const SkinMatrix& m) {
  const auto column = [&](std::size_t i) {
    return Vec3{m.column[i][0], m.column[i][1], m.column[i][2]};
  };
  return {column(0), column(1), column(2)};
}

auto wrong(auto... pieces) { return fail(ErrorCode::invalid_argument, text("pose: ", pieces...)); }

}  // namespace

void setPose(std::span<PoseGroup> pose, std::size_t bone, const Transform& t) {
  PoseGroup& group = pose[bone / 4];
  const std::size_t lane = bone % 4;
  const auto set = [lane](float(&rows)[3][4], Vec3 v) {
    rows[0][lane] = float(v.x);
    rows[1][lane] = float(v.y);
    rows[2][lane] = float(v.z);
  };
  set(group.translation, t.translation);
  set(group.scale, t.scale);
  set(group.shear, t.shear);
  group.rotation[0][lane] = float(t.rotation.x);
  group.rotation[1][lane] = float(t.rotation.y);
  group.rotation[2][lane] = float(t.rotation.z);
  group.rotation[3][lane] = float(t.rotation.w);
}

Transform poseOf(std::span<const PoseGroup> pose, std::size_t bone) {
  const PoseGroup& group = pose[bone / 4];
  const std::size_t lane = bone % 4;
  const auto get = [lane](const float(&rows)[3][4]) {
    return Vec3{rows[0][lane], rows[1][lane], rows[2][lane]};
  };
  const auto& turn = group.rotation;
  Transform t;
  t.translation = get(group.translation);
  t.rotation = {turn[0][lane], turn[1][lane], turn[2][lane], turn[3][lane]};
  t.scale = get(group.scale);
  t.shear = get(group.shear);
  return t;
}

RuntimeSkeleton RuntimeSkeleton::build(const Skeleton& skeleton) {
  RuntimeSkeleton runtime;
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const Bone& bone = skeleton[i];
    const detail::Inheritance inheritance{bone.inherit_rotation, bone.inherit_scale};
    if (bone.parent >= 0 && !inheritance.all()) {
      runtime.loose_.push_back({i, inheritance.rotation, inheritance.scale,
                                skeleton.rest()[std::size_t(bone.parent)].linear,
                                toAffine(bone.local)});
    }
    runtime.parents_.push_back(bone.parent);
    runtime.local_.push_back(toSkinMatrix(toAffine(bone.local)));
    runtime.inverse_rest_.push_back(toSkinMatrix(skeleton.inverseRest()[i]));
  }
  return runtime;
}

// Where the bone rests on its posed parent: the joint stays on it whatever is inherited.
SkinMatrix RuntimeSkeleton::Loose::on(const SkinMatrix& parent) const {
  const Mat3 posed = linearPart(parent);
  const Vec3 origin{parent.column[3][0], parent.column[3][1], parent.column[3][2]};
  return toSkinMatrix(
      {detail::inheritedFrame({inherit_rotation, inherit_scale}, posed, resting_parent) *
           local.linear,
       posed * local.translation + origin});
}

Result<void> PoseJob::validate() const {
  if (!skeleton) return wrong("there is no skeleton");
  const std::size_t bones = skeleton->size();
  if (pose.size() != poseGroups(bones)) {
    return wrong(pose.size(), " groups where ", bones, " bones need ", poseGroups(bones));
  }
  if (model.size() != bones || (!skinning.empty() && skinning.size() != bones)) {
    return wrong(model.size(), " and ", skinning.size(), " matrices for ", bones, " bones");
  }
  return {};
}

void PoseJob::run() const noexcept {
  const std::span parents = skeleton->parents();
  const std::span local = skeleton->local();
  const std::span inverse_rest = skeleton->inverseRest();
  auto loose = skeleton->loose_.begin();
  for (std::size_t first = 0; first < parents.size(); first += 4) {
    Columns posed[4];
    toMatrices(pose[first / 4], posed);
    const std::size_t end = std::min(first + 4, parents.size());
    for (std::size_t i = first; i < end; ++i) {
      Columns frame;
      if (loose != skeleton->loose_.end() && loose->bone == i) {
        frame = product(load(loose->on(model[std::size_t(parents[i])])), posed[i - first]);
        ++loose;
      } else {
        frame = product(load(local[i]), posed[i - first]);
        if (parents[i] >= 0) frame = product(load(model[std::size_t(parents[i])]), frame);
      }
      store(model[i], frame);
      if (!skinning.empty()) store(skinning[i], product(frame, load(inverse_rest[i])));
    }
  }
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/character_frames.hpp"

#include <algorithm>
#include <iterator>

#include "vide/animation/sample.hpp"
#include "vide/core/cancelled.hpp"
#include "vide/deform/arap_points.hpp"
#include "vide/deform/skinning.hpp"
#include "vide/skeleton/pose.hpp"
#include "vide/weights/geodesic.hpp"

namespace vide::detail {
namespace {

// Calls body(frame, slot) for every frame, frames of one slot one after the other. Error:
// cancelled.
template <class Body>
Result<void> forEachFrame(const DeformContext& context, std::size_t frames, std::size_t slots,
                          Body body) {
  parallelFor(context.pool, slots, [&](std::size_t slot) {
    for (std::size_t frame = slot; frame < frames; frame += slots) {
      if (context.progress.cancelled()) return;
      body(frame, slot);
      // One slot speaks for all, so that no two speak at once.
      if (slot == 0) context.progress.report(double(frame + 1) / double(frames));
    }
  });
  if (!context.progress.cancelled()) return {};
  return cancelled();
}

std::size_t slotCount(ThreadPool* pool) { return pool ? std::size_t(pool->threads()) : 1; }

// One frame's handle targets, and which of them hold.
struct HandleFrame {
  std::vector<Vec2> targets;
  std::vector<std::uint8_t> active;
};

void setHandles(const RetargetedMotion& motion, std::size_t frame, HandleFrame& handles) {
  for (std::size_t joint = 0; joint < handles.targets.size(); ++joint) {
    handles.targets[joint] = motion.positionOf(frame, joint);
  }
  std::fill(handles.active.begin(), handles.active.end(), std::uint8_t{1});
  for (int joint : motion.frames[frame].dropped) handles.active[std::size_t(joint)] = 0;
}

}  // namespace

Result<FramePositions> deformByHandles(const CharacterShape& shape, const RetargetedMotion& motion,
                                       const DeformContext& context) {
  std::vector<PointHandle> handles;
  for (std::size_t joint = 0; joint < shape.rig.joints.size(); ++joint) {
    handles.push_back({shape.rig.drawn(joint)});
  }
  const auto solver = PointArapSolver::create(shape.mesh.mesh, handles);
  if (!solver) return std::unexpected(solver.error());
  std::ranges::copy(solver->warnings(), std::back_inserter(*context.warnings));

  struct Slot {
    PointArapSolver::Workspace workspace;
    HandleFrame handles;
    std::vector<Vec2> out;
  };
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < slotCount(context.pool); ++i) {
    slots.push_back({PointArapSolver::Workspace(*solver),
                     {std::vector<Vec2>(handles.size()), std::vector<std::uint8_t>(handles.size())},
                     std::vector<Vec2>(solver->vertices())});
  }
  FramePositions positions(motion.frames.size());
  std::vector<Result<void>> outcomes(motion.frames.size());
  const auto deform = [&](std::size_t frame, std::size_t index) {
    Slot& slot = slots[index];
    setHandles(motion, frame, slot.handles);
    const auto solved = solver->solve(
        {.targets = slot.handles.targets, .active = slot.handles.active}, slot.workspace, slot.out);
    if (!solved) outcomes[frame] = std::unexpected(solved.error());
    for (const Vec2& p : slot.out) {
      positions[frame].push_back(static_cast<float>(p.x));
      positions[frame].push_back(static_cast<float>(p.y));
    }
  };
  if (auto done = forEachFrame(context, positions.size(), slots.size(), deform); !done) {
    return std::unexpected(done.error());
  }
  for (const auto& outcome : outcomes) {
    if (!outcome) return std::unexpected(outcome.error());
  }
  return positions;
}

Result<FramePositions> deformByBones(const CharacterShape& shape, const RetargetedMotion& motion,
                                     const DeformContext& context) {
  const TriMesh& mesh = shape.mesh.mesh;
  const auto weights = geodesicWeights(shape.coverage, mesh.V, shape.mesh.part, shape.skeleton,
                                       {.triangles = &mesh.F, .pool = context.pool});
  if (!weights) return std::unexpected(weights.error());
  std::ranges::copy(weights->warnings, std::back_inserter(*context.warnings));
  const Clip clip = clipFromRetarget(motion, shape.skeleton);

  struct Slot {
    std::vector<Transform> pose;
    std::vector<Affine3> transforms;
  };
  const std::size_t bones = shape.skeleton.size();
  std::vector<Slot> slots(slotCount(context.pool),
                          {std::vector<Transform>(bones), std::vector<Affine3>(bones)});
  FramePositions positions(motion.frames.size());
  const auto deform = [&](std::size_t frame, std::size_t index) {
    Slot& slot = slots[index];
    samplePose(clip, shape.skeleton, double(frame) * motion.frame_time, slot.pose);
    modelTransforms(shape.skeleton, slot.pose, slot.transforms);
    skinningTransforms(shape.skeleton, slot.transforms, slot.transforms);
    const Eigen::MatrixXd moved = skin(mesh.V, weights->weights, slot.transforms);
    for (Eigen::Index v = 0; v < moved.rows(); ++v) {
      positions[frame].push_back(static_cast<float>(moved(v, 0)));
      positions[frame].push_back(static_cast<float>(moved(v, 1)));
    }
  };
  if (auto done = forEachFrame(context, positions.size(), slots.size(), deform); !done) {
    return std::unexpected(done.error());
  }
  return positions;
}

Result<std::vector<std::vector<int>>> trianglesByJoint(const CharacterShape& shape,
                                                       ThreadPool* pool) {
  const TriMesh& mesh = shape.mesh.mesh;
  Eigen::MatrixXd centers(mesh.F.rows(), 2);
  std::vector<int> part;
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    centers.row(f) =
        (mesh.V.row(mesh.F(f, 0)) + mesh.V.row(mesh.F(f, 1)) + mesh.V.row(mesh.F(f, 2))) / 3;
    part.push_back(shape.mesh.part[std::size_t(mesh.F(f, 0))]);
  }
  const auto distances =
      GeodesicDistances::compute(shape.coverage, centers, part, shape.skeleton, {.pool = pool});
  if (!distances) return std::unexpected(distances.error());
  // The weights' first handle is the nearest bone, also in parts that no bone reaches.
  const auto nearest = distances->weights({.influences = 1});
  if (!nearest) return std::unexpected(nearest.error());

  std::vector<int> joint_of_bone;
  for (const Bone& bone : shape.skeleton.bones()) {
    joint_of_bone.push_back(shape.rig.find(bone.name));
  }
  std::vector<std::vector<int>> triangles(shape.rig.joints.size());
  for (Eigen::Index f = 0; f < mesh.F.rows(); ++f) {
    const int bone = nearest->weights.handlesOf(std::size_t(f))[0];
    auto& list = triangles[std::size_t(joint_of_bone[std::size_t(bone)])];
    list.insert(list.end(), {mesh.F(f, 0), mesh.F(f, 1), mesh.F(f, 2)});
  }
  return triangles;
}

}  // namespace vide::detail

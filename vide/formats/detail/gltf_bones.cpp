// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_bones.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_builder.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

// A skin as the file has it.
struct SkinSource {
  bool own = false;
  std::vector<std::size_t> joints;
  std::vector<Affine3> inverse_bind;  // none, or by joint
  std::vector<Affine3> bind;          // their inverses
  Affine3 placement;                  // from the mesh's own space to the model at rest
};

Result<void> readMatrices(const GltfDocument& gltf, std::size_t accessor, SkinSource& skin) {
  const auto numbers = gltf.readNumbers(accessor);
  if (!numbers) return std::unexpected(numbers.error());
  if (gltf.accessor(accessor)->components != 16 || numbers->size() < 16 * skin.joints.size()) {
    return malformed("there is not one matrix for each joint");
  }
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const auto matrix = affineFrom(std::span(*numbers).subspan(16 * j, 16));
    if (!matrix) return failAt(text("joint ", j), matrix.error());
    if (!invertible(*matrix)) return malformed(text("joint ", j, ": has no inverse"));
    skin.inverse_bind.push_back(*matrix);
    skin.bind.push_back(inverse(*matrix));
  }
  return {};
}

Result<SkinSource> readSkin(const GltfDocument& gltf, std::size_t index) {
  const Json* object = listed(gltf.content(), "skins", index);
  if (!object) return malformed("is not an object");
  SkinSource skin{.own = isMarked(*object)};
  const Json* joints = member(*object, "joints");
  if (!joints || !joints->is_array() || joints->empty()) return malformed("has no joints");
  for (const Json& item : *joints) {
    const auto node = asCount(&item);
    if (!node || *node >= gltf.count("nodes")) {
      return malformed("joints: points at a node that does not exist");
    }
    skin.joints.push_back(*node);
  }
  if (const auto accessor = countIn(*object, "inverseBindMatrices")) {
    if (auto read = readMatrices(gltf, *accessor, skin); !read) {
      return failAt("inverseBindMatrices", read.error());
    }
  }
  return skin;
}

// How far off the joints of a skin lie on average when it is placed so, compared with the file's
// pose; and how far they lie from their centre.
double misplacement(const SkinSource& skin, const GltfNodes& nodes, const Affine3& placement) {
  double sum = 0;
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const Vec3 off =
        placement * skin.bind[j].translation - nodes.all[skin.joints[j]].world.translation;
    sum += squaredLength(off);
  }
  return std::sqrt(sum / static_cast<double>(skin.joints.size()));
}

double extentOf(const SkinSource& skin, const GltfNodes& nodes) {
  const double share = 1 / static_cast<double>(skin.joints.size());
  Vec3 center;
  for (const std::size_t joint : skin.joints) {
    center += share * nodes.all[joint].world.translation;
  }
  double sum = 0;
  for (const std::size_t joint : skin.joints) {
    sum += share * squaredLength(nodes.all[joint].world.translation - center);
  }
  return std::sqrt(sum);
}

// The skin's first joint that hangs below none of the others.
std::size_t topJoint(const SkinSource& skin, const GltfNodes& nodes) {
  const std::set<std::size_t> joints(skin.joints.begin(), skin.joints.end());
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    int up = nodes.all[skin.joints[j]].parent;
    while (up >= 0 && !joints.contains(static_cast<std::size_t>(up))) {
      up = nodes.all[static_cast<std::size_t>(up)].parent;
    }
    if (up < 0) return j;
  }
  return 0;
}

// Where exporters put the mesh when they made the inverse bind matrices: mostly where its node is,
// though glTF says nothing about it. Where that would tear mesh and skeleton apart, the top joint
// tells.
Affine3 placementOf(const SkinSource& skin, const GltfNodes& nodes, const Affine3& mesh_node) {
  const std::size_t top = topJoint(skin, nodes);
  const Affine3 by_joint = nodes.all[skin.joints[top]].world * skin.inverse_bind[top];
  if (!invertible(mesh_node)) return invertible(by_joint) ? by_joint : Affine3{};
  const double extent = extentOf(skin, nodes);
  const double off_by_node = misplacement(skin, nodes, mesh_node);
  const double off_by_joint = misplacement(skin, nodes, by_joint);
  const bool joint_is_exact = off_by_joint <= 1e-3 * extent && off_by_node > 1e-3 * extent;
  if (!invertible(by_joint) || (off_by_node <= extent && !joint_is_exact)) return mesh_node;
  return off_by_joint < off_by_node ? by_joint : mesh_node;
}

Transform unflattened(Transform parts) {
  for (double* scale : {&parts.scale.x, &parts.scale.y, &parts.scale.z}) {
    if (std::abs(*scale) < 1e-9) *scale = 1;
  }
  return parts;
}

class BoneReader {
 public:
  BoneReader(const GltfDocument& gltf, const GltfNodes& nodes) : gltf_(gltf), nodes_(nodes) {}

  Result<GltfBones> read() && {
    if (auto ok = readSkins(); !ok) return std::unexpected(ok.error());
    chooseNodes();
    const std::size_t count = nodes_.all.size();
    result_.of_node.assign(count, -1);
    result_.above_node.assign(count, -1);
    result_.node_rest.resize(count);
    for (const std::size_t node : nodes_.order) place(node);
    setTails();
    for (const SkinSource& skin : skins_) result_.skins.push_back(finish(skin));
    return std::move(result_);
  }

 private:
  Result<void> readSkins() {
    for (std::size_t i = 0; i < gltf_.count("skins"); ++i) {
      auto skin = readSkin(gltf_, i);
      if (!skin) return failAt(text("skins[", i, "]"), skin.error());
      skins_.push_back(*std::move(skin));
    }
    std::vector<const Affine3*> mesh_node(skins_.size(), nullptr);
    for (const std::size_t i : nodes_.order) {
      const auto skin = countIn(*listed(gltf_.content(), "nodes", i), "skin");
      if (skin && *skin < skins_.size() && !mesh_node[*skin] && !nodes_.all[i].own) {
        mesh_node[*skin] = &nodes_.all[i].world;
      }
    }
    for (std::size_t i = 0; i < skins_.size(); ++i) {
      SkinSource& skin = skins_[i];
      if (skin.inverse_bind.empty()) continue;
      skin.placement = placementOf(skin, nodes_, mesh_node[i] ? *mesh_node[i] : Affine3{});
    }
    return {};
  }

  // Marks joints, and animated nodes that carry a joint or a mesh.
  void chooseNodes() {
    const std::size_t count = nodes_.all.size();
    std::vector<bool> carries(count, false);
    is_bone_.assign(count, false);
    for (const SkinSource& skin : skins_) {
      if (skin.own) continue;
      for (const std::size_t joint : skin.joints) is_bone_[joint] = carries[joint] = true;
    }
    for (auto i = nodes_.order.rbegin(); i != nodes_.order.rend(); ++i) {
      if (member(*listed(gltf_.content(), "nodes", *i), "mesh")) carries[*i] = true;
      const int parent = nodes_.all[*i].parent;
      if (carries[*i] && parent >= 0) carries[static_cast<std::size_t>(parent)] = true;
    }
    const bool carries_any = std::ranges::find(carries, true) != carries.end();
    for (const std::size_t node : animatedNodes()) {
      if (carries[node] || !carries_any) is_bone_[node] = true;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (nodes_.all[i].own) is_bone_[i] = false;
    }
  }

  std::vector<std::size_t> animatedNodes() const {
    std::vector<std::size_t> animated;
    for (std::size_t i = 0; const Json* clip = listed(gltf_.content(), "animations", i); ++i) {
      if (isMarked(*clip)) continue;
      const Json* channels = member(*clip, "channels");
      for (std::size_t k = 0; const Json* channel = element(channels, k); ++k) {
        const Json* target = member(*channel, "target");
        const auto node = target ? countIn(*target, "node") : std::nullopt;
        const std::string* path = target ? textIn(*target, "path") : nullptr;
        if (!node || *node >= nodes_.all.size() || !path || *path == "weights") continue;
        animated.push_back(*node);
      }
    }
    return animated;
  }

  // Parents come before their children.
  void place(std::size_t index) {
    const GltfNode& node = nodes_.all[index];
    const auto parent = static_cast<std::size_t>(node.parent);
    const bool is_root = node.parent < 0;
    const Affine3 parent_rest = is_root ? Affine3{} : result_.node_rest[parent];
    const int above = is_root ? -1 : result_.above_node[parent];
    result_.node_rest[index] = parent_rest * node.local;
    result_.above_node[index] = above;
    if (!is_bone_[index]) return;
    if (const auto bound = boundRest(index)) {
      result_.node_rest[index] = *bound;
    } else if (!invertible(node.local)) {  // hidden by a scale of zero: it rests at its full size
      result_.node_rest[index] = parent_rest * toAffine(unflattened(node.parts));
    }
    addBone(index, above, parent_rest);
  }

  std::optional<Affine3> boundRest(std::size_t node) const {
    for (const SkinSource& skin : skins_) {
      const auto joint = std::ranges::find(skin.joints, node);
      if (skin.own || skin.bind.empty() || joint == skin.joints.end()) continue;
      return skin.placement * skin.bind[static_cast<std::size_t>(joint - skin.joints.begin())];
    }
    return std::nullopt;
  }

  void addBone(std::size_t index, int above, const Affine3& parent_rest) {
    const Affine3& rest = result_.node_rest[index];
    const Affine3 from = above < 0 ? Affine3{} : result_.rest[static_cast<std::size_t>(above)];
    result_.above_node[index] = result_.of_node[index] = static_cast<int>(result_.bones.size());
    Bone bone{.id = static_cast<BoneId>(index), .name = nameFor(index), .parent = above};
    bone.local = decompose(inverse(from) * rest);
    bone.deform = false;
    result_.bones.push_back(std::move(bone));
    result_.rest.push_back(rest);
    result_.held.push_back(inverse(from) * parent_rest);
  }

  // Bones need names of their own; nodes do not.
  std::string nameFor(std::size_t index) {
    const std::string* given = textIn(*listed(gltf_.content(), "nodes", index), "name");
    std::string name = given && !given->empty() ? *given : text("node ", index);
    if (names_.contains(name)) name += text(" #", index);
    while (!names_.insert(name).second) name += "#";
    return name;
  }

  // A segment ends in the middle of its children; at the end of a chain it goes on as far as the
  // one before.
  void setTails() {
    std::vector<Vec3> sum(result_.bones.size());
    std::vector<int> children(result_.bones.size(), 0);
    const auto headOf = [&](int bone) { return result_.rest[std::size_t(bone)].translation; };
    for (std::size_t i = 0; i < result_.bones.size(); ++i) {
      const int parent = result_.bones[i].parent;
      if (parent < 0) continue;
      sum[std::size_t(parent)] += headOf(static_cast<int>(i));
      ++children[std::size_t(parent)];
    }
    for (std::size_t i = 0; i < result_.bones.size(); ++i) {
      Bone& bone = result_.bones[i];
      const Vec3 head = headOf(static_cast<int>(i));
      Vec3 tail = head;
      if (children[i] > 0) {
        tail = sum[i] / children[i];
      } else if (bone.parent >= 0) {
        tail = head + (head - headOf(bone.parent));
      }
      bone.tail = inverse(result_.rest[i]) * tail;
    }
  }

  std::optional<GltfSkin> finish(const SkinSource& source) const {
    if (source.own) return std::nullopt;
    GltfSkin skin;
    for (std::size_t j = 0; j < source.joints.size(); ++j) {
      const auto bone = static_cast<std::size_t>(result_.of_node[source.joints[j]]);
      const BoneId id = result_.bones[bone].id;
      const auto known = std::ranges::find(skin.bones, id);
      skin.handle.push_back(static_cast<int>(known - skin.bones.begin()));
      if (known == skin.bones.end()) skin.bones.push_back(id);
      const Affine3& rest = result_.rest[bone];
      skin.to_model.push_back(source.inverse_bind.empty() ? rest : rest * source.inverse_bind[j]);
    }
    double size = 0;
    for (const Affine3& bind : source.bind) {
      size = std::max(size, distance(bind.translation, source.bind.front().translation));
    }
    skin.is_rigid = std::ranges::all_of(skin.to_model, [&](const Affine3& placed) {
      return nearlySame(placed, skin.to_model.front(), size);
    });
    return skin;
  }

  // `size` is that of what is placed.
  static bool nearlySame(const Affine3& a, const Affine3& b, double size) {
    const Affine3 apart = inverse(a) * b;
    const Mat3 same;
    const double turned = length(apart.linear.x - same.x) + length(apart.linear.y - same.y) +
                          length(apart.linear.z - same.z);
    return turned <= 1e-6 && length(apart.translation) <= 1e-6 * size;
  }

  const GltfDocument& gltf_;
  const GltfNodes& nodes_;
  std::vector<SkinSource> skins_;
  std::vector<bool> is_bone_;
  std::set<std::string> names_;
  GltfBones result_;
};

}  // namespace

Result<GltfBones> readBones(const GltfDocument& gltf, const GltfNodes& nodes) {
  return BoneReader(gltf, nodes).read();
}

}  // namespace vide::detail

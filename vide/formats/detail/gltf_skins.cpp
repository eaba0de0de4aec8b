// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_skins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_allowance.hpp"
#include "vide/formats/detail/gltf_builder.hpp"

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

Result<void> readMatrices(const GltfDocument& gltf, std::size_t accessor, GltfAllowance& allowance,
                          SkinSource& skin) {
  if (auto taken = allowance.takeAccessor(gltf, accessor); !taken) return taken;
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

Result<SkinSource> readSkin(const GltfDocument& gltf, std::size_t index, GltfAllowance& allowance) {
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
    if (auto read = readMatrices(gltf, *accessor, allowance, skin); !read) {
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
  std::vector<std::size_t> by_place(skin.joints.size());
  std::iota(by_place.begin(), by_place.end(), std::size_t{0});
  const auto node_of = [&](std::size_t j) -> const GltfNode& { return nodes.all[skin.joints[j]]; };
  std::ranges::stable_sort(by_place, {}, [&](std::size_t j) { return node_of(j).place; });
  std::size_t first = skin.joints.size(), end = 0;
  for (const std::size_t j : by_place) {
    if (node_of(j).place < end) continue;  // below the joint before
    end = node_of(j).end;
    first = std::min(first, j);
  }
  return first;
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

// By skin: the node of the first mesh that wears it, or none.
std::vector<const GltfNode*> wearers(const GltfDocument& gltf, const GltfNodes& nodes,
                                     std::size_t skins) {
  std::vector<const GltfNode*> wearer(skins, nullptr);
  for (const std::size_t i : nodes.order) {
    const auto skin = countIn(*listed(gltf.content(), "nodes", i), "skin");
    if (skin && *skin < skins && !wearer[*skin] && !nodes.all[i].own) {
      wearer[*skin] = &nodes.all[i];
    }
  }
  return wearer;
}

}  // namespace

Result<std::vector<SkinSource>> readSkins(const GltfDocument& gltf, const GltfNodes& nodes) {
  std::vector<SkinSource> skins;
  GltfAllowance allowance(gltf.content());
  const auto wearer = wearers(gltf, nodes, gltf.count("skins"));
  for (std::size_t i = 0; i < wearer.size(); ++i) {
    auto skin = readSkin(gltf, i, allowance);
    if (!skin) return failAt(text("skins[", i, "]"), skin.error());
    if (!skin->inverse_bind.empty()) {
      skin->placement = placementOf(*skin, nodes, wearer[i] ? wearer[i]->world : Affine3{});
    }
    skins.push_back(*std::move(skin));
  }
  return skins;
}

}  // namespace vide::detail

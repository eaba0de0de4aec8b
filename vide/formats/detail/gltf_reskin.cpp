// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_reskin.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "vide/core/text.hpp"
#include "vide/formats/detail/gltf_builder.hpp"
#include "vide/formats/detail/gltf_joints.hpp"
#include "vide/formats/detail/gltf_leftovers.hpp"
#include "vide/formats/detail/gltf_numbers.hpp"
#include "vide/formats/detail/gltf_weight_sets.hpp"

namespace vide::detail {
namespace {

void appendColumns(std::vector<double>& numbers, const Affine3& matrix) {
  const auto& [linear, offset] = matrix;
  for (const auto& [column, last] :
       {std::pair{linear.x, 0.0}, {linear.y, 0.0}, {linear.z, 0.0}, {offset, 1.0}}) {
    numbers.insert(numbers.end(), {column.x, column.y, column.z, last});
  }
}

bool isWeightSet(const std::string& attribute) {
  return attribute.starts_with("JOINTS_") || attribute.starts_with("WEIGHTS_");
}

void eraseWeightSets(Json& attributes) {
  Json kept = Json::object();
  for (const auto& [name, accessor] : attributes.items()) {
    if (!isWeightSet(name)) kept[name] = accessor;
  }
  attributes = std::move(kept);
}

// A skin that parts wear: one of the file's, perhaps with further joints, or a new one.
struct SkinPlan {
  std::optional<std::size_t> index;  // in the file; none: new
  Affine3 to_model;                  // of its parts
  std::vector<std::size_t> joints;   // nodes
  std::vector<int> joint_of_bone;    // -1: not among them
  std::vector<double> matrices;      // inverse bind, 16 numbers a joint
  bool is_changed = false;
  std::size_t accessor = 0;  // of the matrices, once they are written
};

// Weights of a run of rows by the joints of one skin.
struct WeightData {
  std::vector<std::vector<Influence>> rows;
  std::size_t plan = 0;
  Json attributes;  // once they are written
};

class Reskinner {
 public:
  Reskinner(const GltfDocument& gltf, const GltfSurface& surface, const VertexWeights& weights,
            const ReskinJoints& joints, OldSkins old_skins)
      : gltf_(gltf),
        surface_(surface),
        weights_(weights),
        joints_(joints),
        keeps_skins_(old_skins == OldSkins::kept),
        content_(gltf.content()) {}

  Result<GltfDocument> run() && {
    forgetRecord();
    findChildren();
    if (auto planned = planSkins(); !planned) return std::unexpected(planned.error());
    planMeshes();
    for (std::size_t i = 0; i < surface_.parts.size(); ++i) planRows(i);
    retireSkins();
    dropLeftovers();
    GltfBuilder builder(std::move(content_), released_);
    if (auto added = addData(builder); !added) return std::unexpected(added.error());
    content_ = std::move(builder).finish();
    addSkeleton();
    writeSkins();
    for (const auto& [node, parts] : parts_of_node_) writeNode(node, parts);
    moveChannels();
    dropRetiredSkins();
    removeNodes(content_, left_nodes_);
    return GltfDocument(std::move(content_));
  }

 private:
  // VIDE's notes on the file describe what it was.
  void forgetRecord() {
    Json& root = content_.root;
    if (!root.contains("extensions")) return;
    root["extensions"].erase(rig_extension);
    if (root["extensions"].empty()) root.erase("extensions");
    const Json* used = member(root, "extensionsUsed");
    if (!used || !used->is_array()) return;
    Json kept = Json::array();
    for (const Json& name : *used) {
      if (name != rig_extension) kept.push_back(name);
    }
    root["extensionsUsed"] = std::move(kept);
    if (root["extensionsUsed"].empty()) root.erase("extensionsUsed");
  }

  void findChildren() {
    for (std::size_t i = 0; const Json* node = listed(content_, "nodes", i); ++i) {
      const Json* children = member(*node, "children");
      for (std::size_t k = 0; const Json* child = element(children, k); ++k) {
        if (const auto index = asCount(child)) children_.insert(*index);
      }
    }
  }

  Result<void> planSkins() {
    for (std::size_t i = 0; i < surface_.parts.size(); ++i) {
      const GltfPart& part = surface_.parts[i];
      parts_of_node_[part.node].push_back(i);
      if (!part.to_model) {
        return fail(ErrorCode::unsupported,
                    text("nodes[", part.node, "]: its skin's inverse bind matrices carry each ",
                         "vertex differently; apply them in the program that made the file"));
      }
      auto plan =
          keeps_skins_ && part.skin ? planOf(*part.skin, *part.to_model) : planFor(*part.to_model);
      if (!plan) return std::unexpected(plan.error());
      plan_of_part_.push_back(*plan);
    }
    return {};
  }

  // A new skin, one for each place where parts stand.
  Result<std::size_t> planFor(const Affine3& to_model) {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      if (!plans_[i].index && plans_[i].to_model == to_model) return i;
    }
    SkinPlan plan{.to_model = to_model, .joint_of_bone = {}, .is_changed = true};
    for (std::size_t bone = 0; bone < joints_.nodes.size(); ++bone) {
      plan.joint_of_bone.push_back(-1);
      jointFor(plan, bone);
    }
    plans_.push_back(std::move(plan));
    return plans_.size() - 1;
  }

  Result<std::size_t> planOf(std::size_t skin, const Affine3& to_model) {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      if (plans_[i].index == skin) return i;
    }
    SkinPlan plan{.index = skin, .to_model = to_model};
    const Json& object = *listed(content_, "skins", skin);
    std::map<std::size_t, int> joint_of_node;
    for (const Json& joint : object["joints"]) {
      const auto node = joint.get<std::size_t>();
      joint_of_node.try_emplace(node, static_cast<int>(plan.joints.size()));
      plan.joints.push_back(node);
    }
    for (const std::size_t node : joints_.nodes) {
      const auto at = joint_of_node.find(node);
      plan.joint_of_bone.push_back(at == joint_of_node.end() ? -1 : at->second);
    }
    if (const auto accessor = countIn(object, "inverseBindMatrices")) {
      auto numbers = gltf_.readNumbers(*accessor);
      if (!numbers) return std::unexpected(numbers.error());
      plan.matrices = *std::move(numbers);
      plan.matrices.resize(16 * plan.joints.size());
    } else {
      for (std::size_t i = 0; i < plan.joints.size(); ++i) appendColumns(plan.matrices, {});
    }
    plans_.push_back(std::move(plan));
    return plans_.size() - 1;
  }

  int jointFor(SkinPlan& plan, std::size_t bone) const {
    int& joint = plan.joint_of_bone[bone];
    if (joint < 0) {
      joint = static_cast<int>(plan.joints.size());
      plan.joints.push_back(joints_.nodes[bone]);
      appendColumns(plan.matrices, joints_.inverse_rest[bone] * plan.to_model);
      plan.is_changed = true;
    }
    return joint;
  }

  // Which nodes' meshes are changed where they are; those that others share are copied. Primitives
  // that no weights are given for are left where they are, the parts split off them. What the
  // changed meshes had as weights is let go.
  void planMeshes() {
    std::map<std::size_t, std::set<std::size_t>> wearers;
    for (std::size_t i = 0; const Json* node = listed(content_, "nodes", i); ++i) {
      if (const auto mesh = countIn(*node, "mesh")) wearers[*mesh].insert(i);
    }
    for (const auto& [node, parts] : parts_of_node_) {
      const std::size_t mesh = surface_.parts[parts.front()].mesh;
      const bool is_whole = parts.size() == content_.root["meshes"][mesh]["primitives"].size();
      if (!is_whole && !keepsSkin(parts)) split_.insert(node);
      const bool is_last = std::ranges::all_of(wearers[mesh], [&](std::size_t wearer) {
        return parts_of_node_.contains(wearer) && wearer <= node;
      });
      if (!is_last) copied_.insert(node);
    }
    for (const auto& [node, parts] : parts_of_node_) {
      if (copied_.contains(node)) continue;
      for (const std::size_t part : parts) releaseWeights(surface_.parts[part]);
    }
  }

  bool keepsSkin(const std::vector<std::size_t>& parts) const {
    return keeps_skins_ && surface_.parts[parts.front()].skin;
  }

  Json& primitiveOf(std::size_t mesh, std::size_t primitive) {
    return content_.root["meshes"][mesh]["primitives"][primitive];
  }

  void releaseWeights(const GltfPart& part) {
    Json& attributes = primitiveOf(part.mesh, part.primitive)["attributes"];
    for (const auto& [name, accessor] : attributes.items()) {
      if (!isWeightSet(name)) continue;
      if (const auto index = asCount(&accessor)) released_.insert(*index);
    }
    eraseWeightSets(attributes);
  }

  // Skins that only the parts wore, and will not wear any more; and matrices that are replaced.
  void retireSkins() {
    std::set<std::size_t> worn;
    for (std::size_t i = 0; const Json* node = listed(content_, "nodes", i); ++i) {
      const auto skin = countIn(*node, "skin");
      if (!skin) continue;
      const bool is_left = !keeps_skins_ && parts_of_node_.contains(i) && !split_.contains(i);
      (is_left ? retired_ : worn).insert(*skin);
    }
    for (const std::size_t skin : worn) retired_.erase(skin);
    for (const std::size_t skin : retired_) releaseMatrices(skin);
    for (const SkinPlan& plan : plans_) {
      if (plan.index && plan.is_changed) releaseMatrices(*plan.index);
    }
  }

  void releaseMatrices(std::size_t skin) {
    Json& object = content_.root["skins"][skin];
    if (const auto matrices = countIn(object, "inverseBindMatrices")) released_.insert(*matrices);
    object.erase("inverseBindMatrices");
  }

  // What the old skins leave without a use: animations at once, so that what they say is let go,
  // nodes when all that names nodes is written.
  void dropLeftovers() {
    if (keeps_skins_) return;
    GltfRetired retired{.skins = retired_, .emptied = {}};
    for (const auto& [node, parts] : parts_of_node_) {
      if (!standsFree(node) && !split_.contains(node)) retired.emptied.insert(node);
    }
    GltfLeftovers left = leftoversOf(content_, retired);
    left_nodes_ = std::move(left.nodes);
    if (std::ranges::find(left.clips, true) == left.clips.end()) return;
    Json kept = Json::array();
    const Json* clips = member(content_.root, "animations");
    for (std::size_t i = 0; const Json* clip = element(clips, i); ++i) {
      if (left.clips[i]) {
        releaseSamplers(*clip);
      } else {
        kept.push_back(*clip);
      }
    }
    if (kept.empty()) {
      content_.root.erase("animations");
    } else {
      content_.root["animations"] = std::move(kept);
    }
  }

  void releaseSamplers(const Json& clip) {
    const Json* samplers = member(clip, "samplers");
    for (std::size_t i = 0; const Json* sampler = element(samplers, i); ++i) {
      for (const char* part : {"input", "output"}) {
        if (const auto accessor = countIn(*sampler, part)) released_.insert(*accessor);
      }
    }
  }

  // The part's weights by joint; parts with the same rows and skin have them once.
  void planRows(std::size_t part) {
    const auto [first, count] =
        std::pair{surface_.parts[part].first_row, surface_.parts[part].vertices};
    const auto [at, is_new] = data_of_rows_.try_emplace({first, plan_of_part_[part]}, data_.size());
    data_of_part_.push_back(at->second);
    if (!is_new) return;
    SkinPlan& plan = plans_[plan_of_part_[part]];
    std::vector<std::vector<Influence>> rows;
    for (std::size_t v = first; v < first + count; ++v) {
      rows.push_back(influencesOf(weights_, v));
      for (Influence& entry : rows.back()) {
        entry.handle = jointFor(plan, static_cast<std::size_t>(entry.handle));
      }
    }
    data_.push_back({std::move(rows), plan_of_part_[part], {}});
  }

  Result<void> addData(GltfBuilder& builder) {
    for (WeightData& data : data_) {
      data.attributes = addWeightSets(builder, data.rows, plans_[data.plan].joints.size());
    }
    for (SkinPlan& plan : plans_) {
      if (!plan.is_changed) continue;
      const auto accessor = addFloats(builder, plan.matrices, {.components = 16});
      if (!accessor) return failAt("inverse bind matrices", accessor.error());
      plan.accessor = *accessor;
    }
    return {};
  }

  void addSkeleton() {
    for (const Json& node : joints_.added) content_.root["nodes"].push_back(node);
    if (joints_.root) hangInScene(*joints_.root);
  }

  // A file without scenes shows every node that hangs nowhere.
  void hangInScene(std::size_t node) {
    const std::size_t shown = countIn(content_.root, "scene").value_or(0);
    if (!listed(content_, "scenes", shown)) return;
    content_.root["scenes"][shown]["nodes"].push_back(node);
  }

  void writeSkins() {
    for (SkinPlan& plan : plans_) {
      if (!plan.is_changed) continue;
      Json& skins = content_.root["skins"];
      if (!plan.index) {
        plan.index = skins.size();
        skins.push_back(Json::object());
      }
      Json& skin = skins[*plan.index];
      skin["inverseBindMatrices"] = plan.accessor;
      skin["joints"] = plan.joints;
      skin.erase("skeleton");  // which need not stand above the joints that were added
    }
  }

  void writeNode(std::size_t node, const std::vector<std::size_t>& parts) {
    const bool is_split = split_.contains(node);
    const std::size_t mesh = is_split ? splitMesh(node, parts) : ownMesh(node, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t primitive = is_split ? i : surface_.parts[parts[i]].primitive;
      Json& object = primitiveOf(mesh, primitive);
      eraseWeightSets(object["attributes"]);
      object["attributes"].update(data_[data_of_part_[parts[i]]].attributes);
      dropCompressed(object);
    }
    if (keepsSkin(parts)) return;
    const std::size_t wearer = is_split           ? splitOff(node, mesh)
                               : standsFree(node) ? node
                                                  : handOver(node);
    content_.root["nodes"][wearer]["skin"] = *plans_[plan_of_part_[parts.front()]].index;
  }

  // A compressed copy has the weights of before.
  void dropCompressed(Json& primitive) {
    const Json* extensions = member(primitive, "extensions");
    if (!extensions || !member(*extensions, "KHR_draco_mesh_compression")) return;
    primitive["extensions"].erase("KHR_draco_mesh_compression");
    if (primitive["extensions"].empty()) primitive.erase("extensions");
  }

  // The node's mesh, which no other node wears.
  std::size_t ownMesh(std::size_t node, const std::vector<std::size_t>& parts) {
    const std::size_t mesh = surface_.parts[parts.front()].mesh;
    if (!copied_.contains(node)) return mesh;
    Json& meshes = content_.root["meshes"];
    const std::size_t own = meshes.size();
    meshes.push_back(Json(meshes[mesh]));
    content_.root["nodes"][node]["mesh"] = own;
    return own;
  }

  // A mesh of the parts alone; the node keeps one of the rest.
  std::size_t splitMesh(std::size_t node, const std::vector<std::size_t>& parts) {
    const std::size_t rest = ownMesh(node, parts);
    Json& meshes = content_.root["meshes"];
    Json moved = meshes[rest];
    Json primitives = std::move(moved["primitives"]);
    moved["primitives"] = Json::array();
    for (const std::size_t part : parts) {
      Json& primitive = primitives[surface_.parts[part].primitive];
      moved["primitives"].push_back(std::move(primitive));
      primitive = nullptr;
    }
    Json left = Json::array();
    for (Json& primitive : primitives) {
      if (!primitive.is_null()) left.push_back(std::move(primitive));
    }
    meshes[rest]["primitives"] = std::move(left);
    meshes.push_back(std::move(moved));
    return meshes.size() - 1;
  }

  bool standsFree(std::size_t node) const {
    const Json& object = *listed(content_, "nodes", node);
    for (const char* part : {"matrix", "translation", "rotation", "scale"}) {
      if (object.contains(part)) return false;
    }
    return !children_.contains(node);
  }

  // The node's mesh on a new node at the root of the scene, where skinned meshes belong.
  std::size_t handOver(std::size_t node) {
    Json& object = content_.root["nodes"][node];
    const std::size_t wearer = addWearer(node, object["mesh"].get<std::size_t>());
    for (const char* part : {"mesh", "weights", "skin"}) {
      content_.root["nodes"][node].erase(part);
    }
    new_wearer_[node] = wearer;
    return wearer;
  }

  // A node for the parts' mesh; what stays on `node` follows the animations as before.
  std::size_t splitOff(std::size_t node, std::size_t mesh) {
    const std::size_t wearer = addWearer(node, mesh);
    split_wearer_[node] = wearer;
    return wearer;
  }

  std::size_t addWearer(std::size_t node, std::size_t mesh) {
    Json& nodes = content_.root["nodes"];
    Json wearer = Json::object();
    for (const char* part : {"name", "weights"}) {
      if (nodes[node].contains(part)) wearer[part] = nodes[node][part];
    }
    wearer["mesh"] = mesh;
    nodes.push_back(std::move(wearer));
    hangInScene(nodes.size() - 1);
    return nodes.size() - 1;
  }

  // What animates morph targets follows the mesh to its new node; where it was split, both halves.
  void moveChannels() {
    if (new_wearer_.empty() && split_wearer_.empty()) return;
    for (std::size_t i = 0; const Json* clip = listed(content_, "animations", i); ++i) {
      const Json* channels = member(*clip, "channels");
      const std::size_t count = channels && channels->is_array() ? channels->size() : 0;
      for (std::size_t k = 0; k < count; ++k) {
        moveChannel(content_.root["animations"][i]["channels"], k);
      }
    }
  }

  void moveChannel(Json& channels, std::size_t index) {
    const Json* target = member(channels[index], "target");
    const std::string* path = target ? textIn(*target, "path") : nullptr;
    const auto node = target ? countIn(*target, "node") : std::nullopt;
    if (!path || *path != "weights" || !node) return;
    if (const auto moved = new_wearer_.find(*node); moved != new_wearer_.end()) {
      channels[index]["target"]["node"] = moved->second;
    }
    if (const auto half = split_wearer_.find(*node); half != split_wearer_.end()) {
      Json also = channels[index];
      also["target"]["node"] = half->second;
      channels.push_back(std::move(also));
    }
  }

  void dropRetiredSkins() {
    if (retired_.empty()) return;
    Json& root = content_.root;
    Json kept = Json::array();
    std::map<std::size_t, std::size_t> moved;
    for (std::size_t i = 0; i < root["skins"].size(); ++i) {
      if (retired_.contains(i)) continue;
      moved[i] = kept.size();
      kept.push_back(root["skins"][i]);
    }
    root["skins"] = std::move(kept);
    for (Json& node : root["nodes"]) {
      const auto skin = countIn(node, "skin");
      if (skin && moved.contains(*skin)) node["skin"] = moved[*skin];
    }
  }

  const GltfDocument& gltf_;
  const GltfSurface& surface_;
  const VertexWeights& weights_;
  const ReskinJoints& joints_;
  bool keeps_skins_;
  GltfContent content_;
  std::map<std::size_t, std::vector<std::size_t>> parts_of_node_;
  std::vector<SkinPlan> plans_;
  std::vector<std::size_t> plan_of_part_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> data_of_rows_;  // by row and plan
  std::vector<WeightData> data_;
  std::vector<std::size_t> data_of_part_;
  std::set<std::size_t> children_;                   // nodes that hang below others
  std::map<std::size_t, std::size_t> new_wearer_;    // by the node that had the mesh
  std::map<std::size_t, std::size_t> split_wearer_;  // by the node that keeps the rest of it
  std::set<std::size_t> split_;                      // nodes whose mesh holds more than parts
  std::set<std::size_t> copied_;                     // nodes whose mesh others wear too
  std::vector<bool> left_nodes_;                     // that go, by index
  std::set<std::size_t> released_;                   // accessors
  std::set<std::size_t> retired_;                    // skins
};

}  // namespace

Result<GltfDocument> reskinned(const GltfDocument& gltf, const GltfSurface& surface,
                               const VertexWeights& weights, const ReskinJoints& joints,
                               OldSkins old_skins) {
  return Reskinner(gltf, surface, weights, joints, old_skins).run();
}

}  // namespace vide::detail

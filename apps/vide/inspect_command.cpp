// SPDX-License-Identifier: MIT
#include <algorithm>

#include "apps/vide/command.hpp"
#include "apps/vide/inspect_clips.hpp"
#include "apps/vide/listed_facts.hpp"
#include "apps/vide/values.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/bvh.hpp"
#include "vide/formats/gltf_summary.hpp"
#include "vide/formats/tgf.hpp"
#include "vide/io/character_config.hpp"
#include "vide/io/engine_document.hpp"
#include "vide/io/file.hpp"
#include "vide/io/image_file.hpp"
#include "vide/io/motion_config.hpp"
#include "vide/io/retarget_config.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/pipeline/painted_mesh.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/read_handles.hpp"

namespace vide::cli {
namespace {

using nlohmann::ordered_json;

Result<void> inspectImage(const std::string& path, Report& report) {
  const auto image = readImage(path);
  if (!image) return std::unexpected(image.error());
  std::size_t transparent = 0, opaque = 0;
  for (std::size_t i = 3; i < image->rgba.size(); i += 4) {
    transparent += image->rgba[i] == 0;
    opaque += image->rgba[i] == 255;
  }
  const double pixels = double(image->rgba.size() / 4);
  report.set("kind", "picture");
  report.set("width", image->width);
  report.set("height", image->height);
  report.set("opaque_share", double(opaque) / pixels);
  report.set("transparent_share", double(transparent) / pixels);
  if (transparent == 0) {
    report.warn(text(path, ": nothing is transparent; meshing will take the whole rectangle ",
                     "unless --mask or --remove-background says more"));
  }
  return {};
}

Result<void> inspectBvh(const std::string& path, Report& report) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  const auto motion = parseBvh(*content);
  if (!motion) return failAt(path, motion.error());
  report.set("kind", "motion");
  report.set("joints", motion->skeleton.size());
  report.set("frames", motion->frames);
  report.set("frame_time", motion->frame_time);
  report.set("names", namesOf(motion->skeleton.bones()));
  return {};
}

Result<void> inspectTgf(const std::string& path, Report& report) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  const auto graph = parseTgf(*content);
  if (!graph) return failAt(path, graph.error());
  report.set("kind", "graph");
  report.set("points", graph->points.size());
  report.set("bones", graph->edges.size());
  report.set("point_handles", pointHandles(*graph).size());
  if (graph->edges.empty()) return {};
  if (const auto skeleton = skeletonFromTgf(*graph); !skeleton) {
    report.warn(text(path, ": ", skeleton.error().message));
  }
  return {};
}

Result<void> inspectSkeleton(const std::string& path, Report& report) {
  const auto skeleton = readSkeleton(path);
  if (!skeleton) return std::unexpected(skeleton.error());
  report.set("kind", "skeleton");
  report.set("bones", skeleton->size());
  report.set("names", namesOf(skeleton->bones()));
  return {};
}

Result<void> inspectHandles(const std::string& path, Report& report) {
  const auto file = readHandles(path);
  if (!file) return std::unexpected(file.error());
  ordered_json names = ordered_json::array();
  for (const Handle& handle : file->handles) names.push_back(handle.name);
  report.set("kind", "handles");
  report.set("handles", names);
  report.set("groups", file->groups.size());
  return {};
}

// VIDE's own files: a skeleton is a list, clips and handles are objects.
Result<void> inspectJson(const std::string& path, Report& report) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  const auto parsed = ordered_json::parse(*content, nullptr, false);
  if (parsed.is_object() && parsed.contains("clips")) {
    return inspectClips(path, parsed["clips"], report);
  }
  if (parsed.is_object() && parsed.contains("handles")) return inspectHandles(path, report);
  return inspectSkeleton(path, report);
}

// The three kinds of Animated Drawings' files; the error is that of the kind it looks most like.
Result<void> inspectYaml(const std::string& path, Report& report) {
  const auto content = readText(path);
  if (!content) return std::unexpected(content.error());
  if (content->find("skeleton:") != std::string::npos) {
    const auto config = readCharacterConfig(path);
    if (!config) return std::unexpected(config.error());
    report.set("kind", "character");
    report.set("width", config->rig.width);
    report.set("height", config->rig.height);
    report.set("joints", config->rig.joints.size());
    if (config->mask.empty()) report.warn(text(path, ": there is no mask.png beside it"));
    return {};
  }
  if (content->find("bvh_projection_bodypart_groups") != std::string::npos) {
    const auto config = readRetargetConfig(path);
    if (!config) return std::unexpected(config.error());
    report.set("kind", "retarget settings");
    report.set("mapped_joints", config->settings.mapping.size());
    report.set("projection_groups", config->settings.projection_groups.size());
    return {};
  }
  const auto config = readMotionConfig(path);
  if (!config) return std::unexpected(config.error());
  report.set("kind", "motion settings");
  report.set("recording", config->filepath);
  report.set("start_frame", config->settings.start_frame);
  return {};
}

template <class Things>
ordered_json namesOf(const Things& things) {
  ordered_json names = ordered_json::array();
  for (const auto& thing : things) names.push_back(thing.name);
  return names;
}

// What a document has besides what any glTF file may have.
void reportRig(const Document& document, Report& report) {
  ordered_json springs = ordered_json::array();
  for (const Spring& spring : document.springs) {
    const int bone = findBone(document.skeleton, spring.bone);
    springs.push_back(document.skeleton[std::size_t(bone)].name);
  }
  ordered_json events = ordered_json::object();
  for (const Clip& clip : document.clips) {
    for (const ClipEvent& event : clip.events) {
      events[clip.name].push_back(text(event.name, " at ", event.time, " s"));
    }
  }
  report.set("slots", namesOf(document.slots));
  report.set("skin_names", namesOf(document.skins));
  report.set("constraints", namesOf(document.constraints));
  report.set("springs", springs);
  report.set("events", events);
}

Result<void> inspectGltf(const std::string& path, Report& report) {
  const auto gltf = readGltf(path);
  if (!gltf) return std::unexpected(gltf.error());
  const GltfSummary summary = summarize(*gltf);
  report.set("kind", summary.has_rig ? "VIDE document" : "glTF");
  report.set("generator", summary.generator);
  report.set("nodes", summary.nodes);
  report.set("meshes", summary.meshes);
  report.set("vertices", summary.vertices);
  report.set("triangles", summary.triangles);
  report.set("skins", summary.skins);
  report.set("joints", summary.joints);
  report.set("images", summary.images);
  report.set("morph_targets", summary.morph_targets);
  report.set("extensions", summary.extensions);
  report.set("clips", durations(summary.clips, &GltfClipSummary::seconds));
  for (const auto& problem : summary.problems) report.warn(text(path, ": ", problem));
  if (!summary.has_rig) return {};
  const auto document = readDocument(path);
  if (document) {
    reportRig(*document, report);
  } else {
    report.warn(document.error().message);
  }
  return {};
}

// A character of another program, by what it is as a document.
Result<void> inspectEngineDocument(const std::string& path, Report& report) {
  const auto imported = readEngineDocument(path);
  if (!imported) return std::unexpected(imported.error());
  const Document& document = imported->document;
  std::size_t vertices = 0, triangles = 0;
  for (const Layer& layer : document.layers) {
    vertices += std::size_t(layer.mesh.V.rows());
    triangles += std::size_t(layer.mesh.F.rows());
  }
  report.set("kind", endingOf(path) == ".tscn" ? "Godot scene" : "DragonBones character");
  report.set("width", document.canvas_width);
  report.set("height", document.canvas_height);
  report.set("layers", document.layers.size());
  report.set("skinned_layers",
             std::ranges::count(document.layers, Attachment::skinned, &Layer::attachment));
  report.set("vertices", vertices);
  report.set("triangles", triangles);
  report.set("bones", document.skeleton.size());
  report.set("slots", document.slots.size());
  report.set("skins", document.skins.size());
  report.set("constraints", document.constraints.size());
  report.set("images", document.images.size());
  report.set("clips", durations(document.clips, &Clip::duration));
  for (const auto& warning : imported->warnings) report.warn(text(path, ": ", warning));
  return {};
}

std::size_t unusedVertices(const MeshContent& mesh) {
  std::vector<bool> used(std::size_t(mesh.V.rows()));
  for (int v : mesh.F.reshaped()) used[std::size_t(v)] = true;
  for (int v : mesh.T.reshaped()) used[std::size_t(v)] = true;
  return std::size_t(std::ranges::count(used, false));
}

Result<void> inspectMesh(const std::string& path, Report& report) {
  const auto painted = readPaintedMesh(path);
  if (!painted) return std::unexpected(painted.error());
  const MeshContent* mesh = &painted->mesh;
  const bool solid = mesh->T.rows() > 0;
  report.set("kind", solid ? "tetrahedra" : "triangles");
  report.set("vertices", mesh->V.rows());
  report.set("triangles", mesh->F.rows());
  report.set("tetrahedra", mesh->T.rows());
  report.set("flat", (mesh->V.col(2).array() == 0).all());
  if (!solid) report.set("boundary_edges", boundaryEdges(mesh->F).size());
  ordered_json low = ordered_json::array(), high = ordered_json::array();
  for (int axis = 0; axis < 3; ++axis) {
    low.push_back(mesh->V.col(axis).minCoeff());
    high.push_back(mesh->V.col(axis).maxCoeff());
  }
  report.set("low", low);
  report.set("high", high);
  report.set("materials", painted->paint.materials.size());
  report.set("pictures", painted->paint.images.size());
  report.warn(painted->warnings);
  if (const std::size_t unused = unusedVertices(*mesh); unused > 0) {
    report.warn(text(path, ": ", unused, " vertices belong to no element"));
  }
  return {};
}

struct Kind {
  const char* ending;
  Result<void> (*inspect)(const std::string&, Report&);
};

constexpr Kind kinds[] = {
    {".png", inspectImage},  {".jpg", inspectImage},  {".jpeg", inspectImage},
    {".webp", inspectImage}, {".apng", inspectImage}, {".bvh", inspectBvh},
    {".tgf", inspectTgf},    {".json", inspectJson},  {".yaml", inspectYaml},
    {".yml", inspectYaml},   {".glb", inspectGltf},   {".gltf", inspectGltf},
    {".obj", inspectMesh},   {".off", inspectMesh},   {".ply", inspectMesh},
    {".stl", inspectMesh},   {".mesh", inspectMesh},  {".msh", inspectMesh},
};

class InspectCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("FILE", file_, "a document, picture, mesh, skeleton, motion or settings file")
        ->required();
  }

  Result<void> run(const RunContext&, Report& report) override {
    const std::string ending = endingOf(file_);
    report.set("file", file_);
    if (isEngineDocument(file_)) return inspectEngineDocument(file_, report);
    for (const Kind& kind : kinds) {
      if (ending == kind.ending) return kind.inspect(file_, report);
    }
    return fail(ErrorCode::unsupported, text(file_, ": unknown kind of file ('", ending, "')"));
  }

 private:
  std::string file_;
};

}  // namespace

std::unique_ptr<Command> makeInspectCommand() { return std::make_unique<InspectCommand>(); }

}  // namespace vide::cli

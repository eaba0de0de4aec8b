// SPDX-License-Identifier: MIT
#include "vide/author/bone_weights.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

#include "vide/author/model_fit.hpp"
#include "vide/author/weigh_mesh.hpp"
#include "vide/core/text.hpp"
#include "vide/mesh/adjacency.hpp"
#include "vide/weights/bone_heat.hpp"
#include "vide/weights/skeleton_aware.hpp"
#include "vide/weights/solid_bounded_biharmonic.hpp"
#include "vide/weights/solid_diffusion.hpp"
#include "vide/weights/solid_geodesic.hpp"
#include "vide/weights/solid_heat.hpp"
#include "vide/weights/straight.hpp"

namespace vide {
namespace {

// What a method is given.
struct Job {
  const MeshContent& mesh;
  const Skeleton& skeleton;
  const BoneWeightsOptions& options;
  const Progress& progress;

  double smoothness() const { return options.smoothness.value_or(0); }
  SolidOptions solid(SolidOptions usual = {}) const {
    return {options.cells.value_or(usual.cells), options.max_bytes.value_or(usual.max_bytes),
            options.pool};
  }
  BoundedBiharmonicOptions minimizer() const {
    return {.coupling = options.coupling, .influences = options.influences, .pool = options.pool};
  }
  // The surface in space: of tetrahedra, their boundary.
  TriMesh surface() const { return {mesh.V, mesh.F.rows() > 0 ? mesh.F : boundaryFaces(mesh.T)}; }
};

Result<BoneWeights> plain(Result<WeightsResult> found) {
  if (!found) return std::unexpected(found.error());
  BoneWeights weights;
  weights.weights = std::move(found->weights);
  weights.warnings = std::move(found->warnings);
  return weights;
}

Result<BoneWeights> proven(Result<BoundedBiharmonicResult> found) {
  if (!found) return std::unexpected(found.error());
  BoneWeights weights;
  weights.weights = std::move(found->weights);
  weights.warnings = std::move(found->warnings);
  weights.proof = {std::move(found->raw),
                   std::accumulate(found->energy.begin(), found->energy.end(), 0.0),
                   found->residual};
  return weights;
}

Result<BoneWeights> solidHeat(const Job& job) {
  return plain(solidHeatWeights(
      job.surface(), job.skeleton,
      {.influences = job.options.influences, .solid = job.solid(), .pool = job.options.pool},
      job.progress));
}

Result<BoneWeights> solidGeodesic(const Job& job) {
  return plain(solidGeodesicWeights(
      job.surface(), job.skeleton,
      {.smoothness = job.smoothness(), .influences = job.options.influences, .solid = job.solid()},
      job.progress));
}

Result<BoneWeights> solidDiffusion(const Job& job) {
  return plain(solidDiffusionWeights(
      job.surface(), job.skeleton,
      {.influences = job.options.influences, .solid = job.solid(), .pool = job.options.pool},
      job.progress));
}

Result<BoneWeights> solidBoundedBiharmonic(const Job& job) {
  const SolidBoundedBiharmonicOptions usual;
  auto found = solidBoundedBiharmonicWeights(
      job.surface(), job.skeleton, {.minimizer = job.minimizer(), .solid = job.solid(usual.solid)},
      job.progress);
  if (!found) return std::unexpected(found.error());
  BoneWeights weights;
  weights.weights = std::move(found->weights);
  weights.warnings = std::move(found->warnings);
  weights.proof = {{}, found->objective, found->residual};
  return weights;
}

Result<BoneWeights> boneHeat(const Job& job) {
  return plain(boneHeatWeights(job.surface(), job.skeleton,
                               {.influences = job.options.influences, .pool = job.options.pool},
                               job.progress));
}

Result<BoneWeights> skeletonAware(const Job& job) {
  return plain(skeletonAwareWeights(
      job.mesh.V, job.skeleton,
      {.smoothness = job.smoothness(), .influences = job.options.influences}, job.progress));
}

Result<BoneWeights> straight(const Job& job) {
  return plain(
      straightWeights(job.mesh.V, job.skeleton,
                      {.smoothness = job.smoothness(), .influences = job.options.influences}));
}

Result<BoneWeights> boundedBiharmonic(const Job& job) {
  return proven(weighByBones(job.mesh, job.skeleton, job.minimizer(), job.progress));
}

struct Method {
  BoneWeightMethod told;
  Result<BoneWeights> (*run)(const Job& job);
};

constexpr Method methods[] = {
    {{.name = "solid-heat",
      .purpose = "heat in the solid that the surface fills",
      .recorded = WeightMethod::solid_heat,
      .has_solid = true},
     solidHeat},
    {{.name = "geodesic",
      .purpose = "distances inside the solid",
      .recorded = WeightMethod::geodesic,
      .has_smoothness = true,
      .has_solid = true},
     solidGeodesic},
    {{.name = "diffusion",
      .purpose = "steady heat in the solid",
      .recorded = WeightMethod::heat_diffusion,
      .has_solid = true},
     solidDiffusion},
    {{.name = "solid-bbw",
      .purpose = "bounded biharmonic weights in the solid",
      .recorded = WeightMethod::bounded_biharmonic,
      .has_solid = true},
     solidBoundedBiharmonic},
    {{.name = "bone-heat",
      .purpose = "heat on the surface, for clean closed meshes",
      .recorded = WeightMethod::bone_heat},
     boneHeat},
    {{.name = "skeleton-aware",
      .purpose = "distances along the skeleton; needs no triangles",
      .recorded = WeightMethod::skeleton_aware,
      .has_smoothness = true},
     skeletonAware},
    {{.name = "bbw",
      .purpose = "bounded biharmonic weights on the triangles or tetrahedra",
      .recorded = WeightMethod::bounded_biharmonic,
      .has_raw = true},
     boundedBiharmonic},
    {{.name = "straight",
      .purpose = "straight distances, through gaps; to compare with",
      .recorded = WeightMethod::straight,
      .has_smoothness = true},
     straight}};

constexpr auto told_methods = [] {
  std::array<BoneWeightMethod, std::size(methods)> told{};
  std::ranges::transform(methods, told.begin(), &Method::told);
  return told;
}();

// What no method could do with, so that none is tried in its place.
Result<void> check(const Job& job) {
  const auto wrong = [](auto... pieces) {
    return fail(ErrorCode::invalid_argument, text(pieces...));
  };
  const auto in_range = [&](const auto& elements) {
    return elements.size() == 0 ||
           (elements.minCoeff() >= 0 && elements.maxCoeff() < job.mesh.V.rows());
  };
  if (job.options.influences < 1)
    return wrong("influences is ", job.options.influences, ", below 1");
  if (job.options.cells.value_or(1) < 1) return wrong("cells is ", *job.options.cells, ", below 1");
  if (job.options.smoothness && !(*job.options.smoothness > 0)) {
    return wrong("smoothness is ", *job.options.smoothness, "; it must be above 0");
  }
  if (!in_range(job.mesh.F) || !in_range(job.mesh.T)) {
    return wrong("an element names a vertex that does not exist");
  }
  return {};
}

// What suits the mesh, and why.
struct Choice {
  std::string_view method, reason;
};

Choice choiceFor(const MeshContent& mesh) {
  if (mesh.T.rows() > 0) return {"bbw", "the mesh is a solid of tetrahedra"};
  if (mesh.F.rows() == 0) return {"skeleton-aware", "the mesh has no triangles"};
  if (domainOf(mesh).V.cols() == 2) return {"bbw", "the mesh lies in a plane"};
  return {"solid-heat", "a surface in space is weighed through the solid it fills"};
}

Result<BoneWeights> run(std::string_view name, const Job& job) {
  const auto method = std::ranges::find(methods, name, [](const Method& m) { return m.told.name; });
  if (method == std::end(methods)) {
    return fail(ErrorCode::invalid_argument, text("there is no method \"", name, "\""));
  }
  auto found = method->run(job);
  if (!found) return found;
  found->method = name;
  found->recorded = method->told.recorded;
  return found;
}

Result<BoneWeights> choose(const Job& job) {
  const Choice choice = choiceFor(job.mesh);
  auto found = run(choice.method, job);
  if (found) {
    found->reason = choice.reason;
    return found;
  }
  if (found.error().code == ErrorCode::cancelled) return found;
  auto instead = run("skeleton-aware", job);
  if (!instead) return found;
  instead->reason = text(choice.method, found.error().code == ErrorCode::limit_exceeded
                                            ? " would take more than its limits allow"
                                            : " cannot do with the mesh");
  instead->warnings.insert(
      instead->warnings.begin(),
      text(instead->reason, " (", found.error().message, "); weighed by skeleton-aware instead"));
  return instead;
}

}  // namespace

std::span<const BoneWeightMethod> boneWeightMethods() { return told_methods; }

const BoneWeightMethod* boneWeightMethod(std::string_view name) {
  const auto found = std::ranges::find(told_methods, name, &BoneWeightMethod::name);
  return found == told_methods.end() ? nullptr : &*found;
}

Result<BoneWeights> boneWeights(const MeshContent& mesh, const Skeleton& skeleton,
                                const BoneWeightsOptions& options, const Progress& progress) {
  const Job job{mesh, skeleton, options, progress};
  if (auto checked = check(job); !checked) return std::unexpected(checked.error());
  auto found = options.method == "auto" ? choose(job) : run(options.method, job);
  if (found) std::ranges::move(fitWarnings(mesh, skeleton), std::back_inserter(found->warnings));
  return found;
}

}  // namespace vide

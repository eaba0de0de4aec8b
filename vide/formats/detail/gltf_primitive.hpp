// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/formats/detail/gltf_allowance.hpp"
#include "vide/formats/detail/gltf_content.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/rig/document.hpp"

namespace vide::detail {

// Whether a primitive draws triangles; others are points and lines.
bool drawsTriangles(const Json& primitive);

// One primitive of a mesh as rows of numbers.
class GltfPrimitive {
 public:
  // Errors: no positions, or compressed ones alone; a limit passed.
  static Result<GltfPrimitive> open(const GltfDocument& gltf, const Json& primitive,
                                    GltfAllowance& allowance);

  const Json& json() const { return *primitive_; }
  std::size_t vertices() const { return vertices_; }
  bool has(const std::string& attribute) const { return accessorOf(attribute).has_value(); }

  // A row per vertex. Errors: the attribute is missing, has another shape, or numbers that are not
  // finite.
  Result<Eigen::MatrixXd> positions(int dimensions) const;
  Result<Eigen::MatrixX2d> textureCoordinates(std::size_t set) const;
  // Of unit length, or zero. No rows where there are none.
  Result<Eigen::MatrixX3d> normals() const;
  // Factors in linear light with alpha, 0..1. No rows where there are none.
  Result<Eigen::MatrixX4d> colors() const;
  // The morph targets, without names and weights, in the primitive's own space.
  Result<std::vector<MorphShape>> shapes() const;
  // Lists, strips and fans of triangles, with indices or without. Errors: an index that points at
  // no vertex, a list that is no multiple of three.
  Result<Eigen::MatrixX3i> triangles() const;
  // Each vertex's joints with weights above zero, from all sets; a joint that is named twice has
  // the sum. Errors: a joint that does not exist, a weight that is negative or not finite.
  Result<std::vector<std::vector<Influence>>> influences(std::size_t joints) const;
  // The first joint that each vertex names, with whatever weight.
  Result<std::vector<int>> firstJoints(std::size_t joints) const;

 private:
  GltfPrimitive(const GltfDocument& gltf, const Json& primitive)
      : gltf_(&gltf), primitive_(&primitive) {}

  std::optional<std::size_t> accessorOf(const std::string& attribute) const;
  Result<std::vector<double>> rows(const std::string& attribute, std::size_t columns) const;
  // Of an accessor that messages call `name`.
  Result<std::vector<double>> rowsOf(std::size_t accessor, const std::string& name,
                                     std::size_t columns) const;
  Result<Eigen::MatrixX3d> offsets(const Json& target, const char* attribute) const;
  Result<std::vector<std::uint32_t>> corners() const;

  const GltfDocument* gltf_;
  const Json* primitive_;
  std::size_t vertices_ = 0;
};

}  // namespace vide::detail

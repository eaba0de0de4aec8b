// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/formats/gltf_document.hpp"

namespace vide::detail {

// A node as the file poses it.
struct GltfNode {
  int parent = -1;    // index of a node, or -1
  Transform parts;    // of `local`
  Affine3 local;      // to the parent
  Affine3 world;      // to the scene
  bool shown = true;  // hangs in the scene that the file shows
  bool own = false;   // VIDE wrote it
  // Its place in GltfNodes::order, and the place behind the last node that hangs below it.
  std::size_t place = 0, end = 0;
};

struct GltfNodes {
  std::vector<GltfNode> all;       // by index
  std::vector<std::size_t> order;  // depth first, children in the file's order
};

// Errors: a node that does not exist, hangs in two places or below itself; a transform that is not
// made of finite numbers.
Result<GltfNodes> readNodes(const GltfDocument& gltf);

// Finite, and far enough from flat that its inverse means something.
bool invertible(const Affine3& matrix);

// Sixteen numbers by columns. Error: numbers that are not finite, a last row other than 0 0 0 1.
Result<Affine3> affineFrom(std::span<const double> columns);

}  // namespace vide::detail

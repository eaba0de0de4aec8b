// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/deform/detail/element_mesh.hpp"

namespace vide::detail {

// A part of the mesh that holds no vertex, and which of the held ones is nearest to it.
struct CarriedVertices {
  std::vector<int> vertices;
  std::size_t nearest = 0;  // index into HeldVertices::vertices
};

struct HeldVertices {
  std::vector<int> vertices;  // as given
  std::vector<CarriedVertices> carried;
  std::vector<std::string> warnings;

  // Held and carried vertices: those that no system has to solve for.
  std::vector<std::uint8_t> fixedFlags(int vertices_of_mesh) const;
};

// Errors: nothing held, an index out of range, an index twice.
Result<HeldVertices> holdVertices(const ElementMesh& mesh, std::span<const int> held);

// Error: a target (held x dimension by rows) that is not finite, naming its vertex.
Result<void> checkTargets(const HeldVertices& held, std::span<const double> targets);

// Drops the elements of carried parts.
void dropCarried(const HeldVertices& held, ElementMesh& mesh);

}  // namespace vide::detail

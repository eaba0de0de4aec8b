// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>

#include "vide/core/box.hpp"
#include "vide/core/color.hpp"
#include "vide/core/error.hpp"
#include "vide/image/image.hpp"

namespace vide {

struct MeshPictureOptions {
  int width = 800;
  int height = 800;
  double padding = 20;  // pixels
  double yaw = 0;       // degrees the mesh turns about +y before it is looked at along -z
  double pitch = 0;     // and then about +x
  Color background{0, 0, 0, 0};
  Color surface{196, 204, 216, 255};
  std::span<const Color> colors;  // per vertex; empty: `surface` everywhere
  bool wireframe = false;
  std::size_t max_pixels = std::size_t{1} << 26;
  // What the view shows; the mesh itself where empty. For several pictures of one motion.
  Box2 view;
};

// The part of the view's plane that a mesh (V n x 3) covers under the options' turn.
Box2 viewOf(const Eigen::MatrixXd& V, const MeshPictureOptions& options);

// A shaded picture of a triangle mesh: V is n x 3 and finite, F m x 3, as drawSolids paints it,
// smooth but for sharp edges. Flat meshes (all z equal) show their plain colours. Errors: a size
// out of range or above max_pixels, colours that do not fit V.
Result<Image> pictureOf(const Eigen::MatrixXd& V, const Eigen::MatrixX3i& F,
                        const MeshPictureOptions& options = {});

}  // namespace vide

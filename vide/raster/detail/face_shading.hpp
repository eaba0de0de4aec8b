// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "vide/raster/detail/solid_face.hpp"

namespace vide::detail {

// What a face looks like at its points. Made only for faces of which something is seen: most of a
// fine model's are hidden or fall between the samples.
class FaceShading {
 public:
  explicit FaceShading(const SolidFace& face);

  // The colour at the centre of a pixel, premultiplied, 0..65535, before the draw's opacity decides
  // what it covers. Where the triangle misses the centre, its point nearest to it counts.
  Float4 colorAt(int x, int y) const;

 private:
  struct Shares {
    std::array<double, 3> of;  // corner; they sum to one
  };

  Shares sharesAt(int x, int y) const;
  Float4 textureAt(const Shares& shares) const;
  Float4 colorsAt(const Shares& shares) const;
  float lightAt(const Shares& shares) const;
  float wireAt(const Shares& shares) const;
  void orient();
  void chooseLevel();

  const SolidDraw* draw_;
  std::size_t triangle_;
  std::array<std::size_t, 3> vertices_;
  std::array<Affine1, 3> share_;   // of each corner
  std::array<float, 3> height_{};  // pixels from each corner to the edge across; for wires
  Vec3 flat_;                      // unit normal towards the viewer
  double side_ = 1;                // -1 where the inside is seen
  const Texture::Level* level_ = nullptr;
};

}  // namespace vide::detail

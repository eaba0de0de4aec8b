// SPDX-License-Identifier: MIT
#include "vide/studio/detail/finding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

#include "vide/core/segment.hpp"

namespace vide::detail {
namespace {

Vec2 toVec2(Vec2f p) { return {double(p.x), double(p.y)}; }

// The shares of a triangle's corners at a place; none outside of it.
std::optional<std::array<double, 3>> cornerShares(Vec2 a, Vec2 b, Vec2 c, Vec2 at) {
  const double area = cross(b - a, c - a);
  if (area == 0) return std::nullopt;
  const double of_b = cross(at - a, c - a) / area, of_c = cross(b - a, at - a) / area;
  const double of_a = 1 - of_b - of_c;
  if (of_a < 0 || of_b < 0 || of_c < 0) return std::nullopt;
  return std::array{of_a, of_b, of_c};
}

class LayerProbe {
 public:
  LayerProbe(Session& session, std::size_t layer)
      : layer_(session.document().layers[layer]),
        shape_(session.scene().shape(layer)),
        picture_(pictureOf(session)) {}

  bool covers(Vec2 at) const {
    if (!shape_.isNear(at, 0)) return false;
    for (Eigen::Index f = 0; f < layer_.mesh.F.rows(); ++f) {
      const auto corner = [&](int k) {
        return toVec2(shape_.positions[std::size_t(layer_.mesh.F(f, k))]);
      };
      const auto shares = cornerShares(corner(0), corner(1), corner(2), at);
      if (shares && isOpaque(f, *shares)) return true;
    }
    return false;
  }

 private:
  const Image* pictureOf(const Session& session) const {
    const Document& document = session.document();
    const ImageAsset* image = layer_.image ? findImage(document, *layer_.image) : nullptr;
    return image ? session.pictures().find(*image) : nullptr;
  }

  bool isOpaque(Eigen::Index face, const std::array<double, 3>& shares) const {
    if (!picture_ || layer_.uv.rows() == 0) return true;
    Vec2 uv;
    for (int k = 0; k < 3; ++k) {
      const auto v = Eigen::Index(layer_.mesh.F(face, k));
      uv += Vec2{layer_.uv(v, 0), layer_.uv(v, 1)} * shares[std::size_t(k)];
    }
    // Textures repeat.
    const auto texel = [](double coordinate, int size) {
      const double within = coordinate - std::floor(coordinate);
      return std::min(int(within * size), size - 1);
    };
    return picture_->pixel(texel(uv.x, picture_->width), texel(uv.y, picture_->height))[3] > 0;
  }

  const Layer& layer_;
  const PosedShape& shape_;
  const Image* picture_;
};

}  // namespace

std::vector<BoneHit> bonesAt(const Skeleton& skeleton, std::span<const Affine3> model, Vec2 at,
                             double radius) {
  std::vector<BoneHit> joints, bones;
  const auto add = [&](std::vector<BoneHit>& to, BoneHit::Part part, BoneId bone, double away) {
    if (away <= radius) to.push_back({part, bone, away});
  };
  for (std::size_t i = 0; i < skeleton.size(); ++i) {
    const BoneId id = skeleton[i].id;
    const Vec2 head = xy(model[i].translation), tail = xy(model[i] * skeleton[i].tail);
    add(joints, BoneHit::Part::head, id, distance(at, head));
    if (isPin(skeleton[i])) continue;
    add(joints, BoneHit::Part::tail, id, distance(at, tail));
    add(bones, BoneHit::Part::bone, id, std::sqrt(squaredDistanceToSegment(at, head, tail)));
  }
  std::ranges::stable_sort(joints, {}, &BoneHit::distance);
  std::ranges::stable_sort(bones, {}, &BoneHit::distance);
  joints.insert(joints.end(), bones.begin(), bones.end());
  return joints;
}

std::vector<VertexHit> verticesAt(Session& session, Vec2 at, double radius) {
  Scene& scene = session.scene();
  std::vector<VertexHit> hits;
  for (const DrawnLayer& drawn : std::views::reverse(scene.drawn())) {
    const PosedShape& shape = scene.shape(drawn.layer);
    if (!shape.isNear(at, radius)) continue;
    for (std::size_t v = 0; v < shape.positions.size(); ++v) {
      const double away = distance(at, toVec2(shape.positions[v]));
      if (away <= radius) hits.push_back({session.document().layers[drawn.layer].id, v, away});
    }
  }
  std::ranges::stable_sort(hits, {}, &VertexHit::distance);
  return hits;
}

std::vector<LayerId> layersAt(Session& session, Vec2 at) {
  std::vector<LayerId> hits;
  const std::vector<DrawnLayer> drawn(session.scene().drawn().begin(),
                                      session.scene().drawn().end());
  for (const DrawnLayer& one : std::views::reverse(drawn)) {
    if (!LayerProbe(session, one.layer).covers(at)) continue;
    if (one.mask && !LayerProbe(session, *one.mask).covers(at)) continue;
    hits.push_back(session.document().layers[one.layer].id);
  }
  return hits;
}

}  // namespace vide::detail

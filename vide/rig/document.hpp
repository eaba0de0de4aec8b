// SPDX-License-Identifier: MIT
#pragma once

// The document: everything a rigged, animated character is made of. Plain values that any tool may
// edit; validate() says whether they fit together. Files, the renderer and the commands all work
// on this one type.
//
// A 2D document lies in the plane z = 0 with one unit per image pixel, y up, the origin at the
// bottom-left corner of the canvas. Angles are radians, counter-clockwise.

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/animation/spring.hpp"
#include "vide/core/blend_mode.hpp"
#include "vide/core/error.hpp"
#include "vide/core/vec.hpp"
#include "vide/mesh/tri_mesh.hpp"
#include "vide/mesh/vertex_weights.hpp"
#include "vide/skeleton/constraint.hpp"
#include "vide/skeleton/skeleton.hpp"

namespace vide {

// Stable for the life of a document and unique within their kind; names may change and repeat.
using LayerId = std::uint32_t;
using ImageId = std::uint32_t;
using SlotId = std::uint32_t;
using SkinId = std::uint32_t;

// A picture as its file holds it; nothing here decodes it.
struct ImageAsset {
  ImageId id = 0;
  std::string name;
  std::string mime;  // "image/png", "image/jpeg" or "image/webp"
  std::vector<std::uint8_t> encoded;
  int width = 0;  // pixels
  int height = 0;

  friend bool operator==(const ImageAsset&, const ImageAsset&) = default;
};

// How a layer follows the skeleton.
enum class Attachment {
  fixed,    // not at all
  rigid,    // as one piece with its one bone
  skinned,  // each vertex with the bones that its weights name
};

// Where a layer's weights came from; `authored` are never computed again. A file may name any of
// these; a method that this version cannot compute is kept as it is, for one that can.
enum class WeightMethod {
  authored,
  geodesic,
  straight,
  solid_heat,
  heat_diffusion,
  bone_heat,
  skeleton_aware,
  bounded_biharmonic,
};

// What moves a layer's vertices. As with weights, files may name more than this version can run.
enum class Deformer { linear_blend, dual_quaternion, arap, grouped_arap, fast, biharmonic };

// How a layer's picture becomes a mesh. What is not set is left to the mesher's defaults.
struct MeshSettings {
  std::optional<double> alpha_threshold;      // 0..1
  std::optional<double> margin;               // pixels
  std::optional<double> tolerance;            // pixels
  std::optional<double> minimum_island_area;  // square pixels
  std::optional<double> edge_length;          // pixels; at most one of the last three is set
  std::optional<int> vertex_budget;
  std::optional<double> detail;  // 0..1
  bool fill_holes = false;
  bool dense_joints = false;  // denser where bones meet

  friend bool operator==(const MeshSettings&, const MeshSettings&) = default;
};

struct BoneSmoothness {
  BoneId bone = 0;
  double smoothness = 0;  // pixels

  friend bool operator==(const BoneSmoothness&, const BoneSmoothness&) = default;
};

// What it takes to make a layer's mesh and weights again.
struct LayerSettings {
  WeightMethod weights = WeightMethod::authored;
  int influences = 4;                           // weights kept per vertex
  std::optional<double> smoothness;             // pixels; not set: the method's default
  std::vector<BoneSmoothness> bone_smoothness;  // overrides `smoothness`, each bone at most once
  Deformer deformer = Deformer::linear_blend;
  MeshSettings mesh;

  friend bool operator==(const LayerSettings&, const LayerSettings&) = default;
};

// A shape that a layer can take on besides its own ("morph target", "blend shape"): the layer's
// vertices are moved by each shape's offsets times its weight, before the bones move them.
struct MorphShape {
  std::string name;
  Eigen::MatrixX3d offsets;         // a row per vertex, document space
  Eigen::MatrixX3d normal_offsets;  // as many rows, or none
  double weight = 0;                // at rest
};

// What the alpha of a layer's picture, colours and opacity means. Layers that are painted in order,
// on a canvas, always blend.
enum class Transparency {
  blend,   // how much of it covers what lies behind
  mask,    // less than `alpha_cutoff` is a hole, all else covers
  opaque,  // nothing
};

// A picture with its own mesh. A layer that has not been meshed yet has no vertices.
struct Layer {
  LayerId id = 0;
  std::string name;
  std::optional<ImageId> image;  // none: plain white
  TriMesh mesh;                  // rest positions; triangles are painted in the order of F's rows
  Eigen::MatrixX2d uv;  // a row per vertex, (0, 0) top-left; no rows where there is no image
  // Unit normals towards the outside, a row per vertex, for light; no rows: worked out.
  Eigen::MatrixX3d normals;
  // Factors of the picture, a row per vertex: red, green and blue in linear light, alpha; 0..1. No
  // rows: white. Seen in space only.
  Eigen::MatrixX4d colors;
  std::vector<MorphShape> shapes;
  Attachment attachment = Attachment::fixed;
  std::vector<BoneId> bones;  // rigid: exactly one; skinned: bones[h] is the weights' handle h
  VertexWeights weights;      // skinned: a row per vertex; otherwise empty
  BlendMode blend = BlendMode::normal;
  Vec3 tint{1, 1,
            1};  // factors of the picture's (or plain white's) red, green and blue, 0..1, sRGB
  double opacity = 1;  // 0..1
  Transparency transparency = Transparency::blend;
  double alpha_cutoff = 0.5;  // 0..1, for masks
  bool visible = true;
  // Seen only where that layer, as it is posed, covers; it need not be visible itself.
  std::optional<LayerId> mask;
  LayerSettings settings;
};

// A place that shows at most one of its layers at a time: a hand that is open or closed, the shapes
// of a mouth, what the figure holds. Its other layers are not drawn.
struct Slot {
  SlotId id = 0;
  std::string name;
  std::vector<LayerId> layers;   // each in one slot at most
  std::optional<LayerId> shown;  // until a clip says otherwise

  friend bool operator==(const Slot&, const Slot&) = default;
};

struct SkinChoice {
  LayerId instead_of = 0;
  LayerId layer = 0;

  friend bool operator==(const SkinChoice&, const SkinChoice&) = default;
};

// Another dress for the same skeleton and clips: wherever, whenever and as visible as a layer
// `instead_of` would be drawn, `layer` is drawn. A layer that a skin brings is drawn by that skin
// alone.
struct Skin {
  SkinId id = 0;
  std::string name;
  std::vector<SkinChoice> choices;  // each `instead_of` and each `layer` at most once

  friend bool operator==(const Skin&, const Skin&) = default;
};

struct Document {
  int canvas_width = 0;  // pixels; 0 x 0 for documents without a canvas (3D)
  int canvas_height = 0;
  double pixels_per_unit = 100;
  std::vector<ImageAsset> images;
  std::vector<Layer> layers;
  std::vector<LayerId> draw_order;  // every layer once, back to front
  std::vector<Slot> slots;
  std::vector<Skin> skins;
  std::optional<SkinId> skin;  // which one is worn; none: the layers as they are
  Skeleton skeleton;
  std::vector<Constraint> constraints;  // in the order in which they act
  std::vector<Spring> springs;          // a bone has at most one; they act after the constraints
  std::vector<Clip> clips;
};

// The one with that id, or null.
const Layer* findLayer(const Document& document, LayerId id);
const ImageAsset* findImage(const Document& document, ImageId id);
const Slot* findSlot(const Document& document, SlotId id);
const Skin* findSkin(const Document& document, SkinId id);
const Constraint* findConstraint(const Document& document, ConstraintId id);
const Clip* findClip(const Document& document, ClipId id);
// The index in skeleton.bones() of the bone with that id, or -1.
int findBone(const Skeleton& skeleton, BoneId id);

// Errors, each naming the thing at fault: a repeated id, a name that is not UTF-8, a canvas or
// scale out of range, an image without bytes or size, an image, bone or layer that is named but
// missing, triangles that point at no vertex, texture coordinates or weights whose number does not
// match the vertices, as normals, colours and offsets of shapes must, weights that are negative,
// repeat a handle or do not sum to one (1e-6), a draw order that is not every layer once, opacities
// and settings out of range, a mask that has a mask itself, layers in two slots, skins that dress
// what a skin brings, constraints and springs that do not fit the skeleton, clips that fit neither
// it nor the layers, numbers that are not finite or larger than 1e30.
Result<void> validate(const Document& document);

// The same for a clip that is meant for the document, be it one of its own or not.
Result<void> validate(const Clip& clip, const Document& document);

}  // namespace vide

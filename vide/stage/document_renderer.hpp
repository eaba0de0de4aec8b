// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "vide/animation/clip.hpp"
#include "vide/core/box.hpp"
#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/transform.hpp"
#include "vide/image/image.hpp"
#include "vide/raster/camera.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/raster/viewpoint.hpp"
#include "vide/rig/document.hpp"
#include "vide/rig/drawn_layers.hpp"
#include "vide/stage/moment.hpp"

namespace vide {

// What is drawn of a document.
enum class Surface {
  picture,  // the layers' pictures
  weights,  // the weights as colours, one for each bone
  clay,     // one plain colour, for the shape alone
};

struct FrameStyle {
  Surface surface = Surface::picture;
  bool show_wireframe = false;
  bool show_bones = false;
};

// Poses a document and paints it: constraints turn the bones, shapes and a clip's offsets move the
// vertices before the bones do, and what is seen in which order is what DrawnLayers says.
//
// A document with a canvas is painted layer over layer. A layer with a mask shows through the alpha
// that the mask's picture has where the mask lies in the same pose; how visible, tinted or
// see-through the mask itself is does not matter.
//
// A document in space (without a canvas, positions with depth) is lit and seen from a viewpoint,
// near faces before far ones, with its bones on top. The draw order then decides only among faces
// of equal depth, masks do nothing, and offsets leave the normals as they are.
//
// Everything that does not change from frame to frame (decoded pictures, packed weights, normals)
// is made once. A frame allocates nothing that an earlier one of the same clip and size did not.
//
// Springs need time to swing, so that they are not run here; see show() and SpringBones.
//
// Not guaranteed: that a texture's border is anything but a repetition of the picture, whatever its
// sampler says; light of a material's own.
class DocumentRenderer {
 public:
  // What a frame is worked out in: one for each thread that renders at the same time.
  class Workspace {
   public:
    explicit Workspace(const DocumentRenderer& renderer);
    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace();

   private:
    friend class DocumentRenderer;
    struct State;
    std::unique_ptr<State> state_;
  };

  // `document` must outlive the renderer and not change. `pictures`: its images, decoded, one for
  // each in their order; without any, layers are white. Errors: those of validate(document),
  // another number of pictures, a deformer that bones do not drive (grouped ARAP, FAST, and ARAP in
  // space).
  static Result<DocumentRenderer> create(const Document& document, std::vector<Image> pictures);
  DocumentRenderer(DocumentRenderer&&) noexcept;
  DocumentRenderer& operator=(DocumentRenderer&&) noexcept;
  ~DocumentRenderer();

  // Whether the document is in space, and whether all of it lies in one plane of equal depth.
  bool isSpatial() const;
  bool isFlat() const;
  // Whether layers are painted through masks, which takes a second canvas of the frame's size.
  bool hasMasks() const;

  // Drawing stops, unfinished, soon after that token is cancelled.
  void stopWhen(const Progress& progress, Workspace& workspace) const;
  // From where poses are looked at from now on; only documents in space are.
  void look(const Viewpoint& from, Workspace& workspace) const;
  // The document as it is, with that pose: A_i of every bone, which constraints change.
  void pose(std::span<const Transform> pose, Workspace& workspace) const;
  // A moment of a clip, which must be valid for the document; constraints act.
  void pose(const Clip& clip, double time, Workspace& workspace) const;
  // All else of a moment with a pose that is finished: constraints and springs have acted, or are
  // not to.
  void show(std::span<const Transform> pose, const Moment& moment, Workspace& workspace) const;
  // Where the vertices of the layers that are seen are in the workspace's pose, as seen, within
  // their masks; with what else the style shows.
  Box2 bounds(const FrameStyle& style, const Workspace& workspace) const;
  // The middle of all vertices' box in the workspace's pose, document space.
  Vec3 middle(const Workspace& workspace) const;
  // The layers that are seen in the workspace's pose, back to front.
  std::span<const DrawnLayer> drawn(const Workspace& workspace) const;
  // The vertices of layer `index` as seen: x, y each.
  std::span<const float> positions(std::size_t index, const Workspace& workspace) const;
  // The same in document space: x, y, z each.
  std::span<const float> positionsInSpace(std::size_t index, const Workspace& workspace) const;
  // Paints the workspace's pose over what the canvas shows.
  void draw(const Camera2D& camera, const FrameStyle& style, Workspace& workspace,
            Canvas& canvas) const;

 private:
  struct Parts;
  void moveLayers(std::span<const Transform> pose, Workspace& workspace) const;
  Box2 layerBounds(std::size_t index, const Workspace& workspace) const;
  const Canvas& maskFor(std::size_t index, const Camera2D& camera, Workspace& workspace,
                        const Canvas& canvas) const;
  void drawFlat(const Camera2D& camera, const FrameStyle& style, Workspace& workspace,
                Canvas& canvas) const;
  void drawInSpace(const Camera2D& camera, const FrameStyle& style, Workspace& workspace,
                   Canvas& canvas) const;
  explicit DocumentRenderer(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

}  // namespace vide

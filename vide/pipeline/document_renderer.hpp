// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "vide/core/box.hpp"
#include "vide/core/error.hpp"
#include "vide/core/transform.hpp"
#include "vide/image/image.hpp"
#include "vide/io/image_file.hpp"
#include "vide/raster/camera.hpp"
#include "vide/raster/canvas.hpp"
#include "vide/rig/document.hpp"

namespace vide {

// What is drawn of a document.
enum class Surface {
  picture,  // the layers' pictures
  weights,  // the weights as colours, one for each bone
};

struct FrameStyle {
  Surface surface = Surface::picture;
  bool show_wireframe = false;
  bool show_bones = false;
};

// Poses a document and paints it. A document with a canvas is painted layer over layer; one in
// space (without a canvas, positions with depth) is seen from the front, along -z, with near faces
// before far ones. Everything that does not change from frame to frame (decoded pictures, packed
// weights) is made once; a frame allocates nothing but where its size changes.
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

  // `document` must outlive the renderer and not change. Errors: those of validate(document), a
  // picture that cannot be decoded, a deformer other than linear blending.
  static Result<DocumentRenderer> create(const Document& document, const ImageLimits& limits = {});
  DocumentRenderer(DocumentRenderer&&) noexcept;
  DocumentRenderer& operator=(DocumentRenderer&&) noexcept;
  ~DocumentRenderer();

  // Moves the vertices. `pose` holds A_i of every bone.
  void pose(std::span<const Transform> pose, Workspace& workspace) const;
  // Where the visible layers' vertices are in the workspace's pose.
  Box2 bounds(const Workspace& workspace) const;
  // The vertices of layer `index`: x, y each, document space.
  std::span<const float> positions(std::size_t index, const Workspace& workspace) const;
  // The same with their depth: x, y, z each.
  std::span<const float> positionsInSpace(std::size_t index, const Workspace& workspace) const;
  // Paints the workspace's pose over what the canvas shows.
  void draw(const Camera2D& camera, const FrameStyle& style, Workspace& workspace,
            Canvas& canvas) const;

 private:
  struct Parts;
  void drawFlat(const Camera2D& camera, const FrameStyle& style, Workspace& workspace,
                Canvas& canvas) const;
  void drawInSpace(const Camera2D& camera, const FrameStyle& style, Workspace& workspace,
                   Canvas& canvas) const;
  void drawWires(const Camera2D& camera, std::size_t index, Workspace& workspace,
                 Canvas& canvas) const;
  explicit DocumentRenderer(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

}  // namespace vide

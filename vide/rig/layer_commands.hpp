// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/error.hpp"
#include "vide/rig/edit.hpp"

// Work for commands (history.hpp) on layers, slots and skins. All name things by id; an id that
// does not exist is an error. What is one value of a layer (opacity, tint, mask, settings) needs no
// function: edit.set(id, &Layer::opacity, 0.5).
namespace vide {

// Adds the layer in front of all others, in the document's draw order and in every clip's.
void addLayer(Edit& edit, Layer layer);

// Takes the layer away, and what names it: places in draw orders, slots and skins, masks, keys.
Result<void> removeLayer(Edit& edit, LayerId id);

// Puts the layer at `place` of the document's draw order, counted from the back without the layer
// itself; past the end is the front. Orders that clips set stay.
Result<void> moveInDrawOrder(Edit& edit, LayerId id, std::size_t place);

// How the layer follows the skeleton from now on. What fits is for validate() to say.
Result<void> holdStill(Edit& edit, LayerId id);
Result<void> bindToBone(Edit& edit, LayerId id, BoneId bone);
Result<void> bindToBones(Edit& edit, LayerId id, std::vector<BoneId> bones, VertexWeights weights);

// Takes a slot with its keys, or a skin, away; their layers stay.
Result<void> removeSlot(Edit& edit, SlotId id);
Result<void> removeSkin(Edit& edit, SkinId id);

// Gives the layer another mesh that lies where the old one does, such as a finer one, with a row of
// texture coordinates for each vertex (none where the layer has no picture). Weights, shapes,
// normals and colours, and the offsets that clips set, are read off the old mesh at the nearest
// place, mixed from its triangle's corners; bindings and keys stay. A layer that had no mesh must
// not be skinned.
//
// Errors: positions that are not finite or of another dimension, those of transferWeights.
Result<void> replaceMesh(Edit& edit, LayerId id, TriMesh mesh, Eigen::MatrixX2d uv);

}  // namespace vide

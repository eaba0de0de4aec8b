// SPDX-License-Identifier: MIT
#include <algorithm>

#include "vide/author/layer_mesh.hpp"
#include "vide/author/rig_layers.hpp"
#include "vide/author/rig_picture.hpp"
#include "vide/formats/clip_json.hpp"
#include "vide/rig/layer_commands.hpp"
#include "vide/studio/detail/mesh_settings.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/names.hpp"
#include "vide/studio/detail/session.hpp"
#include "vide/studio/detail/skeleton_import.hpp"

// Documents made of pictures, and what is added to them from files.
namespace vide::detail {
namespace {

constexpr int most_side = 32768;

int sideArgument(Arguments& arguments, std::string_view name) {
  const int side = arguments.integer(name);
  if (side < 1 || side > most_side) {
    arguments.refuse(name, text("must lie between 1 and ", most_side));
  }
  return side;
}

// A file's name without folder and ending.
std::string stemOf(std::string name) {
  if (const auto folder = name.find_last_of("/\\"); folder != std::string::npos) {
    name.erase(0, folder + 1);
  }
  if (const auto ending = name.rfind('.'); ending != std::string::npos && ending > 0) {
    name.erase(ending);
  }
  return name.empty() ? "picture" : name;
}

ShapeOptions shapeOptions(const Session& session, const MeshSettings& mesh) {
  ShapeOptions shape{.encode = session.options().encode_png};
  shape.threshold = mesh.alpha_threshold.value_or(shape.threshold);
  return shape;
}

// Puts the document's only layer into the one that is there, in front, in the middle of its canvas.
Result<Reply> addPicture(Session& session, PictureDocument made) {
  Layer layer = std::move(made.document.layers[0]);
  ImageAsset image = std::move(made.document.images[0]);
  const Document& document = session.document();
  layer.id = unusedId(document.layers);
  layer.image = image.id = unusedId(document.images);
  const auto middle = [](int canvas, int side) { return double((canvas - side) / 2); };
  layer.mesh.V.rowwise() += Eigen::RowVector2d(middle(document.canvas_width, image.width),
                                               middle(document.canvas_height, image.height));
  EditNotes notes{std::move(made.warnings), layer.id};
  auto done = session.edit({"Add picture", "", [&](Edit& edit) -> Result<void> {
                              edit.add(image);
                              addLayer(edit, layer);
                              return {};
                            }});
  if (!done) return std::unexpected(done.error());
  session.pictures().set(*findImage(session.document(), image.id), std::move(made.picture));
  return session.edited(std::move(notes));
}

Result<Reply> startWith(Session& session, PictureDocument made, const std::string& name) {
  auto started = session.start(std::move(made.document), name);
  if (!started) return std::unexpected(started.error());
  session.pictures().set(session.document().images[0], std::move(made.picture));
  return session.edited({.warnings = std::move(made.warnings)});
}

Result<Reply> importPicture(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  Picture picture{.name = stemOf(arguments.text("name")), .mime = arguments.text("mime")};
  picture.source = text("'", shortened(picture.name), "'");
  const int width = sideArgument(arguments, "width"), height = sideArgument(arguments, "height");
  const MeshSettings mesh = meshSettingsIf(arguments, "mesh");
  ShapeOptions shape = shapeOptions(session, mesh);
  if (arguments.flagIf("remove_background").value_or(false)) shape.remove_background.emplace();
  const bool adds = arguments.flagIf("add").value_or(false);
  if (auto right = request.finish(2); !right) return std::unexpected(right.error());
  auto pixels = imageOf(request.blobs[1], width, height, "a picture");
  if (!pixels) return std::unexpected(pixels.error());
  picture.encoded.assign(request.blobs[0].begin(), request.blobs[0].end());
  picture.image = *std::move(pixels);
  auto made = meshPicture(picture, shape, meshOptions(mesh), request.progress);
  if (!made) return std::unexpected(made.error());
  made->document.layers[0].settings.mesh.dense_joints = mesh.dense_joints;
  if (adds && session.document().canvas_width > 0) return addPicture(session, *std::move(made));
  return startWith(session, *std::move(made), picture.name);
}

// A layer as it is told, still without its pixels.
PictureLayer layerArgument(Arguments& arguments) {
  PictureLayer layer{.name = arguments.text("name")};
  layer.x = arguments.integer("x");
  layer.y = arguments.integer("y");
  layer.image.width = sideArgument(arguments, "width");
  layer.image.height = sideArgument(arguments, "height");
  layer.opacity = arguments.number("opacity");
  layer.visible = arguments.flag("visible");
  layer.blend = arguments.oneOf<BlendMode>("blend", blend_names);
  layer.mask = arguments.textIf("mask").value_or("");
  return layer;
}

Result<Reply> importLayers(Session& session, Request& request) {
  Arguments& arguments = request.arguments;
  LayeredPicture drawing{.name = stemOf(arguments.text("name"))};
  drawing.source = text("'", shortened(drawing.name), "'");
  drawing.width = sideArgument(arguments, "width");
  drawing.height = sideArgument(arguments, "height");
  const MeshSettings mesh = meshSettingsIf(arguments, "mesh");
  arguments.objects("layers",
                    [&](Arguments& inside) { drawing.layers.push_back(layerArgument(inside)); });
  if (arguments.has("warnings")) drawing.warnings = arguments.texts("warnings");
  if (auto right = request.finish(drawing.layers.size()); !right) {
    return std::unexpected(right.error());
  }
  for (std::size_t i = 0; i < drawing.layers.size(); ++i) {
    PictureLayer& layer = drawing.layers[i];
    auto pixels = imageOf(request.blobs[i], layer.image.width, layer.image.height,
                          text("layer '", shortened(layer.name), "'"));
    if (!pixels) return std::unexpected(pixels.error());
    layer.image = *std::move(pixels);
  }
  auto made = meshLayers(drawing, shapeOptions(session, mesh), meshOptions(mesh), request.progress);
  if (!made) return std::unexpected(made.error());
  for (Layer& layer : made->document.layers) layer.settings.mesh.dense_joints = mesh.dense_joints;
  if (auto started = session.start(std::move(made->document), drawing.name); !started) {
    return std::unexpected(started.error());
  }
  for (std::size_t i = 0; i < made->pictures.size(); ++i) {
    session.pictures().set(session.document().images[i], std::move(made->pictures[i]));
  }
  return session.edited({.warnings = std::move(made->warnings)});
}

Result<Reply> importSkeleton(Session& session, Request& request) {
  const std::string file = request.arguments.text("file");
  const std::string content = request.arguments.text("text");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  auto skeleton = skeletonIn(file, content);
  if (!skeleton) return std::unexpected(skeleton.error());
  EditNotes notes;
  auto done = session.edit({"Import skeleton", "", [&](Edit& edit) {
                              return takeSkeleton(session, edit, *skeleton, notes.warnings,
                                                  request.progress);
                            }});
  if (!done) return std::unexpected(done.error());
  return session.edited(std::move(notes));
}

Result<Reply> importClips(Session& session, Request& request) {
  const std::string content = request.arguments.text("text");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  auto clips = parseClips(content, session.document());
  if (!clips) return std::unexpected(clips.error());
  const bool is_first = session.document().clips.empty();
  return session.run({"Import clips", "", [&](Edit& edit) -> Result<void> {
                        for (Clip& clip : *clips) {
                          if (!is_first) clip.id = unusedId(edit.document().clips);
                          edit.add(clip);
                        }
                        return {};
                      }});
}

}  // namespace

std::span<const Method> importMethods() {
  static constexpr Method methods[] = {{"import_picture", importPicture},
                                       {"import_layers", importLayers},
                                       {"import_skeleton", importSkeleton},
                                       {"import_clips", importClips}};
  return methods;
}

}  // namespace vide::detail

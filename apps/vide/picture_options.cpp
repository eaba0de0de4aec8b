// SPDX-License-Identifier: MIT
#include "apps/vide/picture_options.hpp"

#include "apps/vide/values.hpp"
#include "vide/core/color_text.hpp"
#include "vide/io/image_file.hpp"

namespace vide::cli {

void PictureOptions::declareMask(CLI::App& app) {
  app.add_option("--mask", mask_, "a picture that is white where the character is");
}

void PictureOptions::declare(CLI::App& app) {
  declareShape(app);
  declareMesh(app);
}

void PictureOptions::declareShape(CLI::App& app) {
  const std::string group = "Picture";
  app.add_option("--threshold", threshold_, "alpha from which a pixel counts, 0..1")
      ->check(between(0, 1))
      ->capture_default_str()
      ->group(group);
  auto* remove = app.add_option("--remove-background", background_tolerance_,
                                "cut out an opaque picture: flood away the colour of its border; "
                                "may be followed by a tolerance 0..1 (default 0.1), so name the "
                                "picture before it")
                     ->expected(0, 1)
                     ->default_str("0.1")
                     ->check(between(0, 1))
                     ->group(group);
  app.add_option("--background-color", background_color_,
                 "the colour to remove, as #rrggbb (default: the border's most common)")
      ->check(colorCheck())
      ->needs(remove)
      ->group(group);
  app.add_flag("--fill-holes", fill_holes_, "mesh holes too")->group(group);
  app.add_option("--min-island", min_island_, "leave out islands below this area, in pixels")
      ->check(zeroOrMore())
      ->group(group);
}

void PictureOptions::declareMesh(CLI::App& app) {
  const std::string group = "Mesh";
  app.add_option("--margin", margin_, "grow the outline by this many pixels")
      ->check(zeroOrMore())
      ->group(group);
  app.add_option("--tolerance", tolerance_, "how far the outline may be simplified, in pixels")
      ->check(zeroOrMore())
      ->group(group);
  auto* detail = app.add_option("--detail", detail_, "density from 0 (coarse) to 1 (fine)")
                     ->check(between(0, 1))
                     ->group(group);
  auto* edge = app.add_option("--edge-length", edge_length_, "longest edge inside, in pixels")
                   ->check(aboveZero())
                   ->group(group);
  auto* vertices = app.add_option("--vertices", vertices_, "use at most this many vertices")
                       ->check(CLI::Range(3, 10'000'000))
                       ->group(group);
  detail->excludes(edge)->excludes(vertices);
  edge->excludes(vertices);
}

ShapeOptions PictureOptions::shape() const {
  ShapeOptions options{.threshold = threshold_,
                       .encode = [](const Image& image) { return encodePng(image); }};
  if (background_tolerance_) {
    options.remove_background.emplace();
    options.remove_background->tolerance = *background_tolerance_;
    if (!background_color_.empty()) {
      const Color color = *parseColor(background_color_);
      options.remove_background->color = {color.r, color.g, color.b};
    }
  }
  return options;
}

MeshOptions PictureOptions::mesh() const {
  MeshOptions options;
  options.trace.min_island_area = min_island_;
  options.trace.holes = fill_holes_ ? Holes::fill : Holes::keep;
  if (margin_) options.trace.margin = *margin_;
  if (tolerance_) options.simplify.tolerance = *tolerance_;
  if (detail_) options.density = Detail{*detail_};
  if (edge_length_) options.density = EdgeLength{*edge_length_};
  if (vertices_) options.density = VertexBudget{*vertices_};
  return options;
}

}  // namespace vide::cli

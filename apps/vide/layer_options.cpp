// SPDX-License-Identifier: MIT
#include "apps/vide/layer_options.hpp"

#include <optional>

#include "apps/vide/idle_options.hpp"
#include "vide/pipeline/read_layers.hpp"

namespace vide::cli {
namespace {

constexpr auto flat = "a flat picture";
constexpr auto layered = "a drawing in layers (.ora, a folder, or --parts)";

std::optional<LayerBinding> parseBinding(const std::string& word) {
  const std::size_t equals = word.rfind('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  LayerBinding binding{.layer = word.substr(0, equals), .bones = {}};
  for (std::size_t at = equals + 1; at <= word.size();) {
    const std::size_t comma = std::min(word.find(',', at), word.size());
    if (comma == at) return std::nullopt;
    binding.bones.push_back(word.substr(at, comma - at));
    at = comma + 1;
  }
  return binding.bones.empty() ? std::nullopt : std::optional(binding);
}

}  // namespace

void LayerOptions::declare(CLI::App& app) {
  const std::string group = "Layers";
  app.add_option("--parts", parts_,
                 "cut the picture into layers by the masks in this folder, which are white where a "
                 "part is; their names give the order, back to front")
      ->group(group);
  app.add_option("--layers", layers_file_,
                 "a file (.json) that says how layers lie and which bones they follow")
      ->group(group);
  app.add_option("--bind", bind_,
                 "LAYER=BONE[,BONE...]: the bones that a layer follows (default: the bone of its "
                 "name, else those that run through it); may be given again")
      ->check(CLI::Validator(
          [](const std::string& word) {
            return parseBinding(word) ? std::string() : word + " is not LAYER=BONE[,BONE...]";
          },
          ""))
      ->allow_extra_args(false)
      ->group(group);
}

bool LayerOptions::apply(const std::string& input) const {
  return !parts_.empty() || isLayeredPicture(input);
}

void LayerOptions::refuseIdle(const CLI::App& app, const std::string& input) const {
  refuseIdleOptions(app, apply(input) ? layered : flat,
                    std::vector<ReservedOption>{{"--layers", {layered}},
                                                {"--bind", {layered}},
                                                {"--mask", {flat}},
                                                {"--remove-background", {flat}}});
  refuseIdleOptions(app, isLayeredPicture(input) ? "a drawing in layers" : flat,
                    std::vector<ReservedOption>{{"--parts", {flat}}});
}

Result<LayeredPicture> LayerOptions::read(const std::string& input) const {
  return parts_.empty() ? readLayeredPicture(input, layers_file_)
                        : readPictureParts(input, parts_, layers_file_);
}

std::vector<LayerBinding> LayerOptions::bindings() const {
  std::vector<LayerBinding> bindings;
  for (const std::string& word : bind_) bindings.push_back(*parseBinding(word));
  return bindings;
}

}  // namespace vide::cli

// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "vide/author/rig_layers.hpp"
#include "vide/core/error.hpp"
#include "vide/formats/layered_picture.hpp"

namespace vide::cli {

// The words about drawings in layers.
class LayerOptions {
 public:
  void declare(CLI::App& app);

  // Whether the input is one: an .ora, a folder, or a picture with masks of its parts. To be asked
  // once the words are parsed.
  bool apply(const std::string& input) const;
  // For a parse_complete_callback: throws a usage error where a word does not go with the input.
  void refuseIdle(const CLI::App& app, const std::string& input) const;

  Result<LayeredPicture> read(const std::string& input) const;
  std::vector<LayerBinding> bindings() const;

 private:
  std::string parts_, layers_file_;
  std::vector<std::string> bind_;
};

}  // namespace vide::cli

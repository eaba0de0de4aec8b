// SPDX-License-Identifier: MIT
#include "bindings/wasm/blending.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "vide/raster/blend.hpp"

namespace vide::wasm {
namespace {

constexpr std::array<std::string_view, 4> mode_names{"normal", "add", "multiply", "screen"};
constexpr std::array<std::string_view, 6> factor_names{"zero",
                                                       "one",
                                                       "one_minus_source_color",
                                                       "one_minus_source_alpha",
                                                       "backdrop_color",
                                                       "one_minus_backdrop_alpha"};

}  // namespace

std::string_view nameOf(BlendMode mode) { return mode_names[std::size_t(mode)]; }

nlohmann::ordered_json describeBlending() {
  nlohmann::ordered_json modes;
  for (std::size_t mode = 0; mode < mode_names.size(); ++mode) {
    auto& passes = modes[std::string(mode_names[mode])] = nlohmann::ordered_json::array();
    for (const BlendPass& pass : blendPasses(BlendMode(mode))) {
      auto& factors = passes.emplace_back(nlohmann::ordered_json::array());
      for (const BlendFactor factor :
           {pass.color_source, pass.color_backdrop, pass.alpha_source, pass.alpha_backdrop}) {
        factors.push_back(factor_names[std::size_t(factor)]);
      }
    }
  }
  return modes;
}

}  // namespace vide::wasm

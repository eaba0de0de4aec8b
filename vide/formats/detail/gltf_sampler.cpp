// SPDX-License-Identifier: MIT
#include "vide/formats/detail/gltf_sampler.hpp"

#include <algorithm>
#include <cmath>

namespace vide::detail {
namespace {

std::unexpected<Error> malformed(const std::string& message) {
  return fail(ErrorCode::malformed_data, message);
}

}  // namespace

Result<GltfSampler> readSampler(const GltfDocument& gltf, const Json& animation,
                                const Json& channel, GltfAllowance& allowance) {
  const auto index = countIn(channel, "sampler");
  const Json* object = index ? element(member(animation, "samplers"), *index) : nullptr;
  const auto input = object ? countIn(*object, "input") : std::nullopt;
  const auto output = object ? countIn(*object, "output") : std::nullopt;
  if (!input || !output) return malformed("its sampler does not exist or has no keys");
  for (const std::size_t accessor : {*input, *output}) {
    if (auto taken = allowance.takeAccessor(gltf, accessor); !taken) {
      return std::unexpected(taken.error());
    }
  }
  auto times = gltf.readNumbers(*input);
  if (!times) return failAt("times", times.error());
  auto values = gltf.readNumbers(*output);
  if (!values) return failAt("values", values.error());
  const auto finite = [](double x) { return std::isfinite(x); };
  if (times->empty() || !std::ranges::all_of(*times, finite) || !(times->front() >= 0) ||
      std::ranges::adjacent_find(*times, std::greater_equal()) != times->end()) {
    return malformed("its times do not increase from 0 on");
  }
  if (!std::ranges::all_of(*values, finite)) return malformed("a value is not finite");
  GltfSampler sampler{*std::move(times), *std::move(values)};
  const std::string* how = textIn(*object, "interpolation");
  if (how && *how == "STEP") sampler.interpolation = Interpolation::step;
  if (how && *how == "CUBICSPLINE") sampler.interpolation = Interpolation::cubic;
  return sampler;
}

}  // namespace vide::detail

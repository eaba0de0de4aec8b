// SPDX-License-Identifier: MIT
#include "vide/image/coverage_from_image.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "vide/core/text.hpp"
#include "vide/image/detail/image_checks.hpp"

namespace vide {
namespace {

constexpr std::uint8_t opaque = 255;

// For every level v, v / 255.0 * 255 is v again: no rounding lifts it to the next.
Result<std::uint8_t> thresholdLevel(double threshold) {
  if (!(threshold >= 0 && threshold <= 1)) {
    return fail(ErrorCode::invalid_argument, text("threshold ", threshold, " is outside 0..1"));
  }
  return std::uint8_t(std::max(1.0, std::ceil(threshold * 255)));
}

std::uint8_t alphaOf(const std::uint8_t* pixel) { return pixel[3]; }

// Weights of Rec. 709 in 256ths; they add up to 256, so grey keeps its value.
std::uint8_t luminanceOf(const std::uint8_t* pixel) {
  return std::uint8_t((54 * pixel[0] + 183 * pixel[1] + 19 * pixel[2] + 128) >> 8);
}

template <auto valueOf>
void fillFrom(const Image& image, std::span<std::uint8_t> values) {
  const std::uint8_t* pixel = image.rgba.data();
  for (auto& value : values) {
    value = valueOf(pixel);
    pixel += 4;
  }
}

bool anyTransparent(const Image& image) {
  std::uint8_t all = opaque;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) all &= image.rgba[i];
  return all != opaque;
}

Result<Coverage> emptyCoverage(const Image& image, double threshold) {
  if (auto valid = detail::checkImage(image); !valid) return std::unexpected(valid.error());
  const auto level = thresholdLevel(threshold);
  if (!level) return std::unexpected(level.error());
  Coverage coverage;
  coverage.width = image.width;
  coverage.height = image.height;
  coverage.threshold = *level;
  coverage.value.resize(image.rgba.size() / 4);
  return coverage;
}

Result<Coverage> unlessNothingInside(Coverage coverage, const char* measure) {
  const auto greatest = std::ranges::max(coverage.value);
  if (greatest >= coverage.threshold) return coverage;
  return fail(ErrorCode::invalid_argument,
              text("nothing is inside: ", measure, " is at most ", int(greatest),
                   " of 255, and the threshold is ", int(coverage.threshold),
                   "; choose another picture or a lower threshold"));
}

}  // namespace

Result<Coverage> coverageFromAlpha(const Image& image, const AlphaOptions& options) {
  auto coverage = emptyCoverage(image, options.threshold);
  if (!coverage) return coverage;
  fillFrom<alphaOf>(image, coverage->value);
  return unlessNothingInside(std::move(*coverage), "the picture's alpha");
}

Result<Coverage> coverageFromMask(const Image& mask, const MaskOptions& options) {
  auto coverage = emptyCoverage(mask, options.threshold);
  if (!coverage) return coverage;
  if (const Image* picture = options.picture;
      picture && (picture->width != mask.width || picture->height != mask.height)) {
    return fail(ErrorCode::invalid_argument,
                text("the mask has ", mask.width, " x ", mask.height, " pixels, its picture ",
                     picture->width, " x ", picture->height, "; give both the same size"));
  }
  if (anyTransparent(mask)) {
    fillFrom<alphaOf>(mask, coverage->value);
    return unlessNothingInside(std::move(*coverage), "the mask's alpha");
  }
  fillFrom<luminanceOf>(mask, coverage->value);
  return unlessNothingInside(std::move(*coverage), "the mask's luminance");
}

}  // namespace vide

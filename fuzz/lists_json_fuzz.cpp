// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string_view>

#include "fuzz/require.hpp"
#include "vide/formats/jobs_json.hpp"
#include "vide/formats/layers_json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto jobs = vide::parseJobs(text)) {
    for (const auto& job : *jobs) {
      require(!job.output.empty());
      require(job.character.empty() != job.document.empty());
      require(job.first_frame >= 1 && job.last_frame >= job.first_frame);
    }
  } else {
    require(!jobs.error().message.empty());
  }
  if (const auto layers = vide::parseLayers(text)) {
    for (const auto& layer : layers->layers) {
      require(!layer.opacity || (*layer.opacity >= 0 && *layer.opacity <= 1));
    }
  } else {
    require(!layers.error().message.empty());
  }
  return 0;
}

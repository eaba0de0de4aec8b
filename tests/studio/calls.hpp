// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "vide/formats/gltf_character.hpp"
#include "vide/studio/studio.hpp"

namespace vide::test {

using Json = nlohmann::ordered_json;

// A studio as tests speak to it.
class Calls {
 public:
  Calls() = default;
  explicit Calls(StudioOptions options) : studio_(std::move(options)) {}
  explicit Calls(const Document& document) { open(document); }

  void open(const Document& document) {
    const auto file = writeGlb(document);
    REQUIRE(file);
    ok("open", {{"name", "test"}}, {*file});
  }

  Result<Answer> run(std::string_view method, const Json& arguments = Json::object(),
                     const std::vector<Blob>& given = {}) {
    const std::vector<BlobView> views(given.begin(), given.end());
    return studio_.call(method, arguments.dump(), views);
  }
  // What a call that must succeed answers; `blobs` has what comes beside it.
  Json ok(std::string_view method, const Json& arguments = Json::object(),
          const std::vector<Blob>& given = {}) {
    auto answer = run(method, arguments, given);
    if (!answer) FAIL_CHECK(arguments.dump() << ": " << answer.error().message);
    if (!answer) return {};
    blobs = std::move(answer->blobs);
    return Json::parse(answer->json, nullptr, false);
  }
  // The message of a call that must fail.
  std::string error(std::string_view method, const Json& arguments = Json::object(),
                    const std::vector<Blob>& given = {}) {
    const auto answer = run(method, arguments, given);
    INFO(method, " ", arguments.dump());
    CHECK_FALSE(answer);
    return answer ? "" : answer.error().message;
  }

  Json state() { return ok("state")["state"]; }
  // The state without what undoing cannot bring back: the names of the next steps.
  Json content() {
    Json state = this->state();
    for (const char* name : {"undo", "redo", "modified"}) state.erase(name);
    return state;
  }
  Blob saved() {
    ok("save", {{"copy", true}});
    return blobs.at(0);
  }
  Document document() { return *readGlb(saved()); }

  template <class Number>
  std::vector<Number> numbers(std::size_t blob) const {
    std::vector<Number> all(blobs.at(blob).size() / sizeof(Number));
    if (!all.empty()) std::memcpy(all.data(), blobs[blob].data(), all.size() * sizeof(Number));
    return all;
  }

  std::vector<Blob> blobs;

 private:
  Studio studio_;
};

// Where a page's shader puts the vertices of a layer, x, y each.
inline std::vector<float> skinnedByPage(Calls& calls, const Json& layer,
                                        const std::vector<float>& matrices) {
  calls.ok("geometry", {{"layer", layer}});
  const auto rest = calls.numbers<float>(0), weights = calls.numbers<float>(4);
  const auto bones = calls.numbers<std::uint16_t>(3);
  std::vector<float> shown;
  for (std::size_t v = 0; 2 * v < rest.size(); ++v) {
    const float x = rest[2 * v], y = rest[2 * v + 1];
    float sum = 0, to_x = 0, to_y = 0;
    for (std::size_t k = 8 * v; k < 8 * (v + 1); ++k) {
      const float* m = &matrices[std::size_t(6) * (weights[k] > 0 ? bones[k] : 0)];
      sum += weights[k];
      if (weights[k] <= 0) continue;
      to_x += weights[k] * (m[0] * x + m[2] * y + m[4]);
      to_y += weights[k] * (m[1] * x + m[3] * y + m[5]);
    }
    shown.push_back(sum > 0 ? to_x : x);
    shown.push_back(sum > 0 ? to_y : y);
  }
  return shown;
}

}  // namespace vide::test

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
    INFO(method, " ", arguments.dump(), ": ", answer ? "" : answer.error().message);
    REQUIRE(answer);
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

}  // namespace vide::test

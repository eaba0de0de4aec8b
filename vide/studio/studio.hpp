// SPDX-License-Identifier: MIT
#pragma once

// A document that a person edits, behind one function: what a page, a test or a script asks of it
// goes in as the name of a method with JSON, and comes back as JSON. bindings/wasm/src/protocol.ts
// lists the methods with their arguments and answers.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/core/thread_pool.hpp"
#include "vide/image/image.hpp"

namespace vide {

// What lies beside JSON: files, pixels, arrays of numbers (little-endian).
using Blob = std::vector<std::uint8_t>;
using BlobView = std::span<const std::uint8_t>;

struct Answer {
  std::string json;
  std::vector<Blob> blobs;
};

struct StudioOptions {
  // Makes a PNG file; the studio has no codec of its own. Not set: what needs one fails.
  std::function<Result<Blob>(const Image&)> encode_png;
  ThreadPool* pool = nullptr;
};

class Studio {
 public:
  explicit Studio(StudioOptions options = {});
  Studio(Studio&&) noexcept;
  Studio& operator=(Studio&&) noexcept;
  ~Studio();

  // Runs a method. One that fails changes nothing, be it alone or within a gesture.
  //
  // Errors: no such method; arguments that are no JSON object, that lack a member, have one too
  // many or of another type; what the method says. Each is one short line that names the method
  // and, where there is one, the member.
  Result<Answer> call(std::string_view method, std::string_view arguments,
                      std::span<const BlobView> blobs = {}, const Progress& progress = {});

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "vide/core/error.hpp"
#include "vide/core/progress.hpp"
#include "vide/studio/detail/arguments.hpp"
#include "vide/studio/studio.hpp"

namespace vide::detail {

class Session;

// What a method was called with.
struct Request {
  Arguments& arguments;
  std::span<const BlobView> blobs;
  const Progress& progress;

  // Errors: those of arguments.finish(); another number of blobs.
  Result<void> finish(std::size_t blob_count = 0);
};

// What it says.
struct Reply {
  Json json = Json::object();
  std::vector<Blob> blobs;
};

// A method of protocol.ts: reads its arguments, checks with request.finish() that they were all
// right and that none is left, and does its work. One that fails has changed nothing.
struct Method {
  std::string_view name;
  Result<Reply> (*run)(Session&, Request&);
};

}  // namespace vide::detail

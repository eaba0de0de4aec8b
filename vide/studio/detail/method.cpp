// SPDX-License-Identifier: MIT
#include "vide/studio/detail/method.hpp"

#include "vide/core/text.hpp"

namespace vide::detail {

Result<void> Request::finish(std::size_t blob_count) {
  if (auto right = arguments.finish(); !right) return right;
  if (blobs.size() == blob_count) return {};
  return fail(ErrorCode::invalid_argument,
              text("it takes ", blob_count, " blobs and was given ", blobs.size()));
}

}  // namespace vide::detail

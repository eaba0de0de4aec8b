// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"

struct zip;

namespace vide::detail {

// A ZIP archive in memory, read only.
class ZipArchive {
 public:
  // `bytes` must outlive the archive. Errors: malformed_data.
  static Result<ZipArchive> open(std::span<const std::uint8_t> bytes);

  bool has(const std::string& name) const;
  // One entry, unpacked; its checksum is compared. Nothing is unpacked beyond `max_bytes`, whatever
  // size the archive claims. Errors: malformed_data, limit_exceeded.
  Result<std::vector<std::uint8_t>> read(const std::string& name, std::size_t max_bytes) const;

 private:
  struct Discard {
    void operator()(zip* archive) const;
  };
  explicit ZipArchive(zip* archive) : archive_(archive) {}

  std::unique_ptr<zip, Discard> archive_;
};

}  // namespace vide::detail

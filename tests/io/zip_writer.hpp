// SPDX-License-Identifier: MIT
#pragma once

#include <zip.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vide::test {

using ZipEntries = std::vector<std::pair<std::string, std::vector<std::uint8_t>>>;

// A ZIP archive with these entries, packed.
inline std::vector<std::uint8_t> zipOf(const ZipEntries& entries) {
  zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, nullptr);
  zip_source_keep(target);
  zip_t* archive = zip_open_from_source(target, ZIP_TRUNCATE, nullptr);
  for (const auto& [name, content] : entries) {
    zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
    zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  }
  zip_close(archive);
  zip_source_open(target);
  zip_source_seek(target, 0, SEEK_END);
  std::vector<std::uint8_t> bytes(std::size_t(zip_source_tell(target)));
  zip_source_seek(target, 0, SEEK_SET);
  zip_source_read(target, bytes.data(), bytes.size());
  zip_source_close(target);
  zip_source_free(target);
  return bytes;
}

inline std::vector<std::uint8_t> bytesOf(const std::string& text) {
  return {text.begin(), text.end()};
}

}  // namespace vide::test

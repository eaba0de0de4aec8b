// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"

namespace vide::cli {

// What stands in a file at a moment, as a short word; "none" where there is no file. Two versions
// of the same bytes are the same word.
using FileVersion = std::string;

// The one file that the editor in the browser is given and writes back.
//
// A .glb is saved where it was read. A drawing (.png, .jpg, .webp, .ora, .psd) is handed to the
// editor, which makes a document of it; that is saved beside it, as .glb. Threads may share it.
class StudioDocument {
 public:
  struct Content {
    std::vector<std::uint8_t> bytes;
    FileVersion version;  // of the file that saves go to
  };

  // None: the editor starts empty and saves nothing here.
  StudioDocument() = default;

  // Errors: a file that is missing, cannot be read or is of another kind.
  static Result<StudioDocument> open(const std::string& path);
  StudioDocument(StudioDocument&& other) noexcept;

  bool isNone() const { return source_.empty(); }
  // The name of the file that is read, and of the one that is written; without folders.
  std::string name() const;
  std::string targetName() const;
  const std::string& target() const { return target_; }

  Result<Content> read() const;

  // Puts the bytes in the file's place, atomically, and returns their version.
  //
  // Errors: malformed_data and others of readGlb for what is no document; invalid_argument where
  // the file no longer is the version that they were made from; those of writeFileAtomically. The
  // file then is as it was. Not guaranteed: that a program which writes within the same few
  // milliseconds is noticed.
  Result<FileVersion> save(std::span<const std::uint8_t> bytes, const FileVersion& made_from);

  int saves() const { return saves_; }

 private:
  std::string source_, target_;
  std::mutex saving_;
  int saves_ = 0;
};

}  // namespace vide::cli

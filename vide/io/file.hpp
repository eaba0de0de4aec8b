// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vide/core/error.hpp"

// Whole files in, whole files out. Every message begins with the path.
namespace vide {

inline constexpr std::size_t default_max_file_bytes = std::size_t(1) << 30;

// The bytes of a file, pipe or device. Errors: not_found, file_access, and limit_exceeded when
// there are more than `max_bytes`.
Result<std::vector<std::uint8_t>> readFile(const std::string& path,
                                           std::size_t max_bytes = default_max_file_bytes);

// Whether AtomicFile could open this target now: for a word before long work. Touches nothing.
// Errors: those of AtomicFile::open.
Result<void> checkTarget(const std::string& path);

// The same for a folder of files, which with the folders above it need not be there yet. The folder
// that it stands or would stand in must be writable. Errors: file_access.
Result<void> checkTargetFolder(const std::string& path);

// A file that appears under its name complete or not at all.
//
// The bytes gather in a hidden temporary file in the target's folder; commit() makes them durable
// and renames it over the target. Until then, and whenever anything fails, an old file stays as it
// was; destroying an uncommitted AtomicFile removes the temporary one. Several writers of one path
// do not disturb each other: the last commit stands.
//
// The target may be new or a regular file that the user may write; its permissions are kept, and
// its owner where the system allows. A symbolic link is followed, so the link itself stays.
// Folders, pipes and devices are refused. A process that is killed leaves the old file as it was,
// and its temporary file (.vide-*.tmp), which the next writer of the same file removes. Not
// guaranteed: that it is removed where the file system knows no locks; other hard links keep the
// old content.
class AtomicFile {
 public:
  static Result<AtomicFile> open(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  ~AtomicFile();

  // Appends. After an error the file can only be discarded.
  Result<void> write(std::span<const std::uint8_t> bytes);

  // Where the bytes gather: for another program to write there instead of write(), over what is
  // there. commit() and the destructor do the rest as ever.
  const std::string& temporaryPath() const { return temporary_; }

  // Call once, last.
  Result<void> commit();

 private:
  AtomicFile() = default;
  void discard();

  std::string path_;       // as the caller named it, for messages
  std::string target_;     // with symbolic links resolved
  std::string temporary_;  // empty when nothing is left to remove
  int descriptor_ = -1;
};

// AtomicFile in one call. Errors: not_found for a missing folder, else file_access.
Result<void> writeFileAtomically(const std::string& path, std::span<const std::uint8_t> bytes);

// The ending of a file name in small letters, with its dot; "_ske.json" and the like count as
// ".json".
std::string endingOf(const std::string& path);

}  // namespace vide

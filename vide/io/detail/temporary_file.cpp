// SPDX-License-Identifier: MIT
#include "vide/io/detail/temporary_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string_view>

#include "vide/core/fnv_hash.hpp"
#include "vide/core/text.hpp"

namespace vide::detail {
namespace {

// The target's name may have the greatest length allowed, so it cannot be part of another.
std::uint64_t hashOf(std::string_view name) {
  FnvHash hash;
  hash.add(name);
  return hash.value();
}

bool isSameFile(int descriptor, const std::string& path) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

// Whoever holds the lock of a file may remove its name, and nobody else does: the name then still
// stands for that file.
bool lockOwn(int descriptor, const std::string& path) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return isSameFile(descriptor, path);
  return errno != EWOULDBLOCK;  // taken for a leftover; or without locks, when nobody removes it
}

// Removes a file that nobody writes to any longer. Returns whether the name is free.
bool removeLeftover(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return errno == ENOENT;
  const bool is_left = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && isSameFile(descriptor, path);
  const bool removed = is_left && ::unlink(path.c_str()) == 0;
  ::close(descriptor);
  return removed;
}

}  // namespace

TemporaryFile createTemporary(const std::string& target) {
  const std::size_t name = target.find_last_of('/') + 1;  // 0 where there is no folder
  const std::string start =
      text(target.substr(0, name), ".vide-", hashOf(target.substr(name)), "-");
  for (unsigned place = 0;;) {
    TemporaryFile file{.path = text(start, place, ".tmp")};
    file.descriptor = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.descriptor >= 0) {
      if (lockOwn(file.descriptor, file.path)) return file;
      ::close(file.descriptor);
    } else if (errno == EEXIST) {
      if (!removeLeftover(file.path)) ++place;
    } else if (errno != EINTR) {
      return file;
    }
  }
}

}  // namespace vide::detail

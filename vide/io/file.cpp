// SPDX-License-Identifier: MIT
#include "vide/io/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "vide/core/text.hpp"
#include "vide/io/detail/temporary_file.hpp"

namespace vide {
namespace {

std::unexpected<Error> systemError(const std::string& path, const char* action) {
  const int number = errno;
  const auto code = number == ENOENT ? ErrorCode::not_found : ErrorCode::file_access;
  return fail(code, text(path, ": cannot ", action, ": ", std::generic_category().message(number)));
}

std::unexpected<Error> noName() {
  return fail(ErrorCode::invalid_argument, "the name of the output is empty");
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

template <class Call>
auto retryWhenInterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

std::unexpected<Error> tooLarge(const std::string& path, std::size_t max_bytes) {
  return fail(ErrorCode::limit_exceeded,
              text(path, ": is larger than the limit of ", max_bytes, " bytes; raise the limit"));
}

// Reads to the end; `expected` is only a hint, for pipes have no size and files may grow.
Result<std::vector<std::uint8_t>> readToEnd(const std::string& path, int descriptor,
                                            std::size_t expected, std::size_t max_bytes) {
  constexpr std::size_t step = 1 << 16;
  std::vector<std::uint8_t> bytes(expected + 1);  // one more shows the end without growing
  std::size_t filled = 0;
  for (;;) {
    const auto got = retryWhenInterrupted(
        [&] { return ::read(descriptor, bytes.data() + filled, bytes.size() - filled); });
    if (got < 0) return systemError(path, "read");
    if (got == 0) break;
    filled += std::size_t(got);
    if (filled > max_bytes) return tooLarge(path, max_bytes);
    if (filled == bytes.size()) bytes.resize(filled + std::max(filled, step));
  }
  bytes.resize(filled);
  return bytes;
}

Result<std::vector<std::uint8_t>> readOpened(const std::string& path, int descriptor,
                                             std::size_t max_bytes) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return systemError(path, "read");
  if (S_ISDIR(status.st_mode)) {
    return fail(ErrorCode::file_access, path + ": is a folder; name a file in it");
  }
  const auto size = S_ISREG(status.st_mode) ? std::size_t(status.st_size) : 0;
  if (size > max_bytes) return tooLarge(path, max_bytes);
  return readToEnd(path, descriptor, size, max_bytes);
}

// Links are followed, also to a file that is not there yet, so that renaming replaces the file and
// not the link to it. A circle of links is left to the system to refuse.
std::string resolveLinks(const std::string& path) {
  constexpr int most_links = 40;
  std::filesystem::path target = path;
  std::error_code none;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(target, none); ++i) {
    target = target.parent_path() / std::filesystem::read_symlink(target, none);
  }
  return target.string();
}

constexpr auto make_file = "create a file in this folder";

Result<void> checkReplaceable(const std::string& path, const struct stat& status) {
  if (S_ISDIR(status.st_mode)) {
    return fail(ErrorCode::file_access, path + ": is a folder; name a file in it");
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(ErrorCode::file_access,
                path + ": is a pipe or device; only regular files can be replaced");
  }
  // Renaming would not ask the old file's permissions.
  if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
    return systemError(path, "write");
  }
  return {};
}

std::string folderOf(const std::string& file) {
  const auto slash = file.find_last_of('/');
  return slash == std::string::npos ? "." : file.substr(0, slash + 1);
}

// New names need a folder that may be written to and searched.
Result<void> checkFolder(const std::string& path, const std::string& folder) {
  const std::string inside = folder + "/.";  // found in folders alone
  if (::faccessat(AT_FDCWD, inside.c_str(), W_OK | X_OK, AT_EACCESS) == 0) return {};
  return systemError(path, make_file);
}

// Whether a file is there that may be replaced; otherwise a new one is to be made.
Result<bool> findReplaceable(const std::string& path, const std::string& target, struct stat& old) {
  if (target.empty()) return noName();
  if (::stat(target.c_str(), &old) != 0) {
    if (errno == ENOENT) return false;
    return systemError(path, "write");
  }
  if (auto allowed = checkReplaceable(path, old); !allowed) {
    return std::unexpected(allowed.error());
  }
  return true;
}

// The folder's entry is made durable where the file system can; the file itself already is.
void syncFolder(const std::string& target) {
  const Descriptor opened(::open(folderOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() >= 0) ::fsync(opened.number());
}

// A failed change of owner is no fault: only the administrator may give files away.
void keepOwnerAndPermissions(int descriptor, const struct stat& old) {
  if (::fchown(descriptor, old.st_uid, old.st_gid) != 0) errno = 0;
  ::fchmod(descriptor, old.st_mode & 0777);
}

}  // namespace

Result<std::vector<std::uint8_t>> readFile(const std::string& path, std::size_t max_bytes) try {
  // A pipe that nobody writes to reads as empty instead of keeping the program waiting.
  const Descriptor file(retryWhenInterrupted(
      [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); }));
  if (file.number() < 0) return systemError(path, "open");
  ::fcntl(file.number(), F_SETFL, 0);
  return readOpened(path, file.number(), max_bytes);
} catch (const std::exception&) {  // bad_alloc, or length_error for absurd sizes
  return fail(ErrorCode::limit_exceeded, path + ": does not fit into memory");
}

Result<void> checkTarget(const std::string& path) {
  const std::string target = resolveLinks(path);
  struct stat old {};
  if (const auto exists = findReplaceable(path, target, old); !exists) {
    return std::unexpected(exists.error());
  }
  return checkFolder(path, folderOf(target));
}

Result<AtomicFile> AtomicFile::open(const std::string& path) {
  AtomicFile file;
  file.path_ = path;
  file.target_ = resolveLinks(path);
  struct stat old {};
  const auto exists = findReplaceable(path, file.target_, old);
  if (!exists) return std::unexpected(exists.error());
  auto temporary = detail::createTemporary(file.target_);
  if (temporary.descriptor < 0) return systemError(path, make_file);
  file.temporary_ = std::move(temporary.path);
  file.descriptor_ = temporary.descriptor;
  if (*exists) keepOwnerAndPermissions(file.descriptor_, old);
  return file;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  path_ = std::move(other.path_);
  target_ = std::move(other.target_);
  temporary_ = std::exchange(other.temporary_, {});
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  // In this order: once it is closed, another writer may take its name.
  if (!temporary_.empty()) ::unlink(std::exchange(temporary_, {}).c_str());
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

Result<void> AtomicFile::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const auto put =
        retryWhenInterrupted([&] { return ::write(descriptor_, bytes.data(), bytes.size()); });
    if (put < 0) return systemError(path_, "write");
    bytes = bytes.subspan(std::size_t(put));
  }
  return {};
}

Result<void> AtomicFile::commit() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL) return systemError(path_, "write");
  // Closing may tell of a fault too, but the lock holds until the file has its name.
  if (const int copy = ::dup(descriptor_); copy >= 0 && ::close(copy) != 0) {
    return systemError(path_, "write");
  }
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return systemError(path_, "replace");
  temporary_.clear();
  ::close(std::exchange(descriptor_, -1));
  syncFolder(target_);
  return {};
}

Result<void> writeFileAtomically(const std::string& path, std::span<const std::uint8_t> bytes) {
  auto file = AtomicFile::open(path);
  if (!file) return std::unexpected(file.error());
  if (auto written = file->write(bytes); !written) return written;
  return file->commit();
}

Result<void> checkTargetFolder(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty()) return noName();
  std::error_code trouble;
  fs::path folder = fs::absolute(path, trouble).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (fs::exists(folder, trouble) && !fs::is_directory(folder, trouble)) {
    return fail(ErrorCode::file_access, path + ": is a file; name a folder");
  }
  do {
    folder = folder.parent_path();
  } while (!fs::exists(folder, trouble) && folder.has_relative_path());
  return checkFolder(path, folder.string());
}

std::string endingOf(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending;
}

}  // namespace vide

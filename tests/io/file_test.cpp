// SPDX-License-Identifier: MIT
#include "vide/io/file.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <thread>

#include "tests/support/temporary_folder.hpp"

using namespace vide;
using test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

Bytes bytesOf(std::string_view text) { return Bytes(text.begin(), text.end()); }

std::string contentOf(const std::string& path) {
  const auto bytes = readFile(path);
  REQUIRE(bytes);
  return std::string(bytes->begin(), bytes->end());
}

mode_t permissionsOf(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

// The administrator may write anywhere; permissions are tried as nobody.
class AsOrdinaryUser {
 public:
  AsOrdinaryUser() : switched_(::geteuid() == 0 && ::seteuid(65534) == 0) {}
  ~AsOrdinaryUser() {
    if (switched_ && ::seteuid(0) != 0) std::abort();
  }
  AsOrdinaryUser(const AsOrdinaryUser&) = delete;
  AsOrdinaryUser& operator=(const AsOrdinaryUser&) = delete;

 private:
  bool switched_;
};

void makePublic(const std::string& path) { fs::permissions(path, fs::perms::all); }

}  // namespace

TEST_CASE("what is written is read back, and nothing else lies in the folder") {
  const TemporaryFolder folder;
  Bytes every_byte(100'000);
  for (std::size_t i = 0; i < every_byte.size(); ++i) every_byte[i] = std::uint8_t(i * 31);
  for (const Bytes& bytes : {every_byte, bytesOf("x"), Bytes{}}) {
    REQUIRE(writeFileAtomically(folder.file("a"), bytes));
    CHECK(readFile(folder.file("a")) == bytes);
    CHECK(folder.entries() == 1);
  }
}

TEST_CASE("reading names the path and the fault") {
  const TemporaryFolder folder;
  const auto missing = readFile(folder.file("missing"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::not_found);
  CHECK(missing.error().message.find(folder.file("missing") + ": ") == 0);
  const auto directory = readFile(folder.path());
  REQUIRE_FALSE(directory);
  CHECK(directory.error().code == ErrorCode::file_access);
  CHECK(directory.error().message.find("folder") != std::string::npos);
}

TEST_CASE("reading stops at the limit, for files and for what has no size") {
  const TemporaryFolder folder;
  REQUIRE(writeFileAtomically(folder.file("five"), bytesOf("12345")));
  CHECK(readFile(folder.file("five"), 5));
  CHECK(readFile(folder.file("five"), 4).error().code == ErrorCode::limit_exceeded);
  CHECK(readFile("/dev/zero", 1000).error().code == ErrorCode::limit_exceeded);
  CHECK(readFile("/dev/null", 0)->empty());
}

TEST_CASE("a pipe that nobody writes to reads as empty, one with a writer to its end") {
  const TemporaryFolder folder;
  const std::string path = folder.file("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  CHECK(contentOf(path).empty());

  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(::write(ends[1], "late", 4) == 4);
    ::close(ends[1]);
  });
  CHECK(contentOf("/dev/fd/" + std::to_string(ends[0])) == "late");
  writer.join();
  ::close(ends[0]);
}

TEST_CASE("a stream that is not committed leaves the old file and nothing else") {
  const TemporaryFolder folder;
  const auto path = folder.file("a");
  REQUIRE(writeFileAtomically(path, bytesOf("old")));
  {
    auto file = AtomicFile::open(path);
    REQUIRE(file);
    REQUIRE(file->write(bytesOf("new")));
    CHECK(contentOf(path) == "old");
    CHECK(folder.entries() == 2);
  }
  CHECK(contentOf(path) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a stream appears complete when it is committed") {
  const TemporaryFolder folder;
  auto file = AtomicFile::open(folder.file("a"));
  REQUIRE(file);
  AtomicFile moved = std::move(*file);
  REQUIRE(moved.write(bytesOf("one ")));
  REQUIRE(moved.write(bytesOf("two")));
  CHECK_FALSE(fs::exists(folder.file("a")));
  REQUIRE(moved.commit());
  CHECK(contentOf(folder.file("a")) == "one two");
  CHECK(folder.entries() == 1);
}

TEST_CASE("assigning over an open stream discards it") {
  const TemporaryFolder folder;
  auto first = AtomicFile::open(folder.file("a"));
  auto second = AtomicFile::open(folder.file("b"));
  REQUIRE(first);
  REQUIRE(second);
  *first = std::move(*second);
  CHECK(folder.entries() == 1);
  REQUIRE(first->commit());
  CHECK(fs::exists(folder.file("b")));
  CHECK(folder.entries() == 1);
}

TEST_CASE("targets that cannot be files are refused with their reason") {
  const TemporaryFolder folder;
  const auto directory = writeFileAtomically(folder.path(), bytesOf("x"));
  REQUIRE_FALSE(directory);
  CHECK(directory.error().message.find("folder") != std::string::npos);
  const auto missing = writeFileAtomically(folder.file("none/a"), bytesOf("x"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::not_found);
  CHECK(missing.error().message.find(folder.file("none/a") + ": ") == 0);
  const auto device = writeFileAtomically("/dev/null", bytesOf("x"));
  REQUIRE_FALSE(device);
  CHECK(device.error().message.find("device") != std::string::npos);
  CHECK_FALSE(writeFileAtomically("", bytesOf("x")));
  for (const std::string& target :
       {folder.path(), folder.file("none/a"), std::string("/dev/null"), std::string()}) {
    CAPTURE(target);
    CHECK(checkTarget(target).error().message ==
          writeFileAtomically(target, bytesOf("x")).error().message);
  }
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(folder.entries() == 0);
}

TEST_CASE("folders and files that the user may not write are refused") {
  const TemporaryFolder folder;
  makePublic(folder.path());
  REQUIRE(writeFileAtomically(folder.file("protected"), bytesOf("old")));
  fs::permissions(folder.file("protected"), fs::perms(0444));
  fs::create_directory(folder.file("closed"));
  fs::permissions(folder.file("closed"), fs::perms(0555));
  {
    const AsOrdinaryUser user;
    CHECK(writeFileAtomically(folder.file("protected"), bytesOf("x")).error().code ==
          ErrorCode::file_access);
    CHECK(writeFileAtomically(folder.file("closed/a"), bytesOf("x")).error().code ==
          ErrorCode::file_access);
    CHECK(writeFileAtomically(folder.file("allowed"), bytesOf("x")));
    CHECK_FALSE(checkTarget(folder.file("protected")));
    CHECK_FALSE(checkTarget(folder.file("closed/a")));
    CHECK_FALSE(checkTargetFolder(folder.file("closed/a/b/")));
    CHECK(checkTarget(folder.file("allowed")));
    CHECK(checkTarget(folder.file("new")));
  }
  CHECK(contentOf(folder.file("protected")) == "old");
  CHECK(folder.entries() == 3);
}

TEST_CASE("a folder of files may be there, or be made with those above it, but be no file") {
  const TemporaryFolder folder;
  REQUIRE(writeFileAtomically(folder.file("file"), bytesOf("old")));
  for (const char* name : {"", "new", "new/", "new/newer/newest/", "new/../newer"}) {
    CAPTURE(name);
    CHECK(checkTargetFolder(folder.file(name)));
  }
  for (const char* name : {"file", "file/", "file/new/newer"}) {
    CAPTURE(name);
    CHECK_FALSE(checkTargetFolder(folder.file(name)));
  }
  CHECK_FALSE(checkTargetFolder(""));
  CHECK(folder.entries() == 1);
}

TEST_CASE("new files get the usual permissions, replaced ones keep theirs") {
  const TemporaryFolder folder;
  const mode_t mask = ::umask(027);
  REQUIRE(writeFileAtomically(folder.file("new"), bytesOf("x")));
  ::umask(mask);
  CHECK(permissionsOf(folder.file("new")) == 0640);
  for (mode_t mode : {0600u, 0664u, 0755u}) {
    ::chmod(folder.file("new").c_str(), mode);
    REQUIRE(writeFileAtomically(folder.file("new"), bytesOf("y")));
    CHECK(permissionsOf(folder.file("new")) == mode);
  }
}

TEST_CASE("a link stays a link, and the file it names is replaced") {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("there"));
  REQUIRE(writeFileAtomically(folder.file("there/file"), bytesOf("old")));
  fs::create_symlink("there/file", folder.file("link"));
  REQUIRE(writeFileAtomically(folder.file("link"), bytesOf("new")));
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(contentOf(folder.file("there/file")) == "new");
}

TEST_CASE("a link to a file that is not there yet makes that file") {
  const TemporaryFolder folder;
  fs::create_symlink("later", folder.file("link"));
  REQUIRE(writeFileAtomically(folder.file("link"), bytesOf("new")));
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(contentOf(folder.file("later")) == "new");
  fs::create_symlink("circle", folder.file("circle"));
  CHECK_FALSE(writeFileAtomically(folder.file("circle"), bytesOf("x")));
}

TEST_CASE("names of the greatest length and relative paths work") {
  const TemporaryFolder folder;
  const std::string longest(255, 'n');
  REQUIRE(writeFileAtomically(folder.file(longest), bytesOf("x")));
  CHECK(contentOf(folder.file(longest)) == "x");
  const auto before = fs::current_path();
  fs::current_path(folder.path());
  const auto written = writeFileAtomically("here", bytesOf("y"));
  fs::current_path(before);
  REQUIRE(written);
  CHECK(contentOf(folder.file("here")) == "y");
}

TEST_CASE("writers at the same time each write whole files") {
  const TemporaryFolder folder;
  const auto path = folder.file("a");
  std::vector<std::thread> writers;
  std::vector<int> failures(4);
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&, writer] {
      const Bytes mine(20'000, std::uint8_t('a' + writer));
      for (int round = 0; round < 10; ++round) {
        if (!writeFileAtomically(path, mine)) ++failures[std::size_t(writer)];
      }
    });
  }
  for (auto& writer : writers) writer.join();
  CHECK(failures == std::vector<int>(4));
  const auto content = readFile(path);
  REQUIRE(content);
  CHECK(content->size() == 20'000);
  CHECK(std::ranges::count(*content, content->front()) == 20'000);
  CHECK(folder.entries() == 1);
}

// SPDX-License-Identifier: MIT
// A document that is saved is never lost, whatever ends the program or fills the disk.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "tests/support/full_disk.hpp"
#include "tests/support/temporary_folder.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/io/file.hpp"

using namespace vide;
using test::FullDisk;
using test::TemporaryFolder;

namespace {

using Bytes = std::vector<std::uint8_t>;

// A document with a picture of that many bytes.
Bytes documentOf(std::size_t bytes) {
  Document document;
  document.canvas_width = document.canvas_height = 8;
  document.images = {{1, "picture", "image/png", Bytes(bytes, std::uint8_t(bytes)), 8, 8}};
  return writeGlb(document).value();
}

// A number that two processes see.
class SharedCount {
 public:
  SharedCount()
      : page_(::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                     0)) {
    REQUIRE(page_ != MAP_FAILED);
    new (page_) Count(0);
  }
  ~SharedCount() { ::munmap(page_, sizeof(Count)); }
  SharedCount(const SharedCount&) = delete;
  SharedCount& operator=(const SharedCount&) = delete;

  std::atomic<int>& operator*() { return *static_cast<Count*>(page_); }

 private:
  using Count = std::atomic<int>;
  static_assert(Count::is_always_lock_free);
  void* page_;
};

// A process that saves one document after another until it is killed.
class Saver {
 public:
  Saver(const std::string& path, const std::array<Bytes, 3>& documents, std::atomic<int>& saves)
      : process_(::fork()) {
    if (process_ != 0) return;
    while (writeFileAtomically(path, documents[std::size_t(saves) % 3])) ++saves;
    ::_exit(1);
  }
  bool started() const { return process_ > 0; }
  // Whether it saved until then.
  bool kill() const {
    int status = 0;
    ::kill(process_, SIGKILL);
    return ::waitpid(process_, &status, 0) == process_ && WIFSIGNALED(status);
  }

 private:
  pid_t process_;
};

}  // namespace

TEST_CASE("a process that is killed while it saves leaves a whole document") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.glb");
  const std::array<Bytes, 3> documents{documentOf(100), documentOf(300'000), documentOf(70'000)};
  REQUIRE(writeFileAtomically(path, documents[0]));
  SharedCount saves;
  std::mt19937 random(5);
  int left_behind = 0;
  while (*saves < 1000) {
    const Saver saver(path, documents, *saves);
    REQUIRE(saver.started());
    std::this_thread::sleep_for(std::chrono::microseconds(500 + random() % 40'000));
    REQUIRE(saver.kill());
    const Bytes found = readFile(path).value();
    REQUIRE(std::ranges::count(documents, found) == 1);
    CHECK(readGlb(found));
    CHECK(folder.entries() <= 2);  // and what one killed writer leaves
    left_behind += int(folder.entries()) - 1;
  }
  CHECK(left_behind > 0);
  REQUIRE(writeFileAtomically(path, documents[2]));
  CHECK(folder.entries() == 1);
}

TEST_CASE("a full disk keeps the old document, wherever the new one stops to fit") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.glb");
  const Bytes old = documentOf(100), larger = documentOf(5000);
  REQUIRE(writeFileAtomically(path, old));
  for (const std::size_t room : {std::size_t(0), std::size_t(1), larger.size() - 1}) {
    CAPTURE(room);
    Result<void> written;
    {
      const FullDisk disk(room);
      written = writeFileAtomically(path, larger);
    }
    REQUIRE_FALSE(written);
    CHECK(written.error().message.find(path + ": cannot write: ") == 0);
    CHECK(written.error().message.find('\n') == std::string::npos);
    CHECK(readFile(path) == old);
    CHECK(folder.entries() == 1);
  }
  const FullDisk disk(larger.size());
  CHECK(writeFileAtomically(path, larger));
}

TEST_CASE("what a writer holds is not taken for a leftover by others of the same file") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a");
  const Bytes first(10, 1), second(20, 2);
  auto slow = AtomicFile::open(path);
  REQUIRE(slow);
  REQUIRE(slow->write(first));
  REQUIRE(writeFileAtomically(path, second));
  CHECK(readFile(path) == second);
  REQUIRE(slow->commit());
  CHECK(readFile(path) == first);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a link where a temporary file would lie is not followed") {
  const TemporaryFolder folder, elsewhere;
  const std::string path = folder.file("a"), precious = elsewhere.file("precious");
  REQUIRE(writeFileAtomically(precious, Bytes(3, 7)));
  std::string name;
  {
    const auto file = AtomicFile::open(path);
    REQUIRE(file);
    name = std::filesystem::directory_iterator(folder.path())->path().string();
  }
  std::filesystem::create_symlink(precious, name);
  REQUIRE(writeFileAtomically(path, Bytes(9, 9)));
  CHECK(readFile(path) == Bytes(9, 9));
  CHECK(readFile(precious) == Bytes(3, 7));
}

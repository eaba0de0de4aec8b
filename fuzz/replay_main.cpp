// SPDX-License-Identifier: MIT
// Runs every file of a corpus folder, its truncated prefixes and damaged copies of it through a
// fuzz harness: replay CORPUS_FOLDER. The inputs are the same in every run.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t most_prefixes = 4096;  // a file; longer ones are cut in wider steps
constexpr int damaged_copies = 300;          // a file

// What a crash is reported with.
struct Case {
  std::string file;
  const char* kind = "whole";
  std::size_t number = 0;
};
Case current;

void reportCase(int signal) {
  std::fprintf(stderr, "stopped by signal %d at %s, %s %zu\n", signal, current.file.c_str(),
               current.kind, current.number);
  std::_Exit(1);
}

// Copied into memory of exactly its size, so that sanitisers see a read past the end.
void run(const Bytes& bytes) {
  const Bytes exact(bytes);
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

void runPrefixes(const Bytes& bytes) {
  current.kind = "prefix of length";
  const std::size_t step = bytes.size() / most_prefixes + 1;
  for (std::size_t length = 0; length < bytes.size(); length += step) {
    current.number = length;
    run(Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(length)));
  }
}

std::uint8_t damaged(std::uint8_t byte, std::mt19937& draw) {
  switch (draw() % 4) {
    case 0:
      return std::uint8_t(byte ^ 1u << draw() % 8);
    case 1:
      return 0;
    case 2:
      return 255;
    default:
      return std::uint8_t(draw());
  }
}

void runDamaged(const Bytes& bytes) {
  current.kind = "damaged copy";
  std::mt19937 draw(20);
  for (int copy = 0; copy < damaged_copies && !bytes.empty(); ++copy) {
    current.number = std::size_t(copy);
    Bytes changed = bytes;
    for (auto count = 1 + draw() % 4; count > 0; --count) {
      auto& byte = changed[draw() % changed.size()];
      byte = damaged(byte, draw);
    }
    run(changed);
  }
}

void replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
  current = {path.string()};
  run(bytes);
  runPrefixes(bytes);
  runDamaged(bytes);
}

std::vector<std::filesystem::path> filesOf(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  const auto files = filesOf(argc == 2 ? argv[1] : "");
  if (files.empty()) {
    std::fprintf(stderr, "usage: replay CORPUS_FOLDER, with at least one file in it\n");
    return 1;
  }
  for (int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL}) std::signal(signal, reportCase);
  std::ranges::for_each(files, replay);
  std::printf("%zu corpus files replayed\n", files.size());
}

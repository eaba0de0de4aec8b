// SPDX-License-Identifier: MIT
#include "tests/cli/command_run.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/support/temporary_folder.hpp"

namespace vide::test {
namespace {

std::string quoted(const std::string& word) {
  std::string out = "'";
  for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string joined(const std::vector<std::string>& words) {
  std::string line = "vide";
  for (const auto& word : words) line += " " + word;
  return line;
}

}  // namespace

CommandRun runVide(const std::vector<std::string>& words) {
  const TemporaryFolder streams;
  std::string line = quoted(VIDE_PROGRAM);
  for (const auto& word : words) line += " " + quoted(word);
  line += " >" + quoted(streams.file("out")) + " 2>" + quoted(streams.file("err")) + " </dev/null";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contentOf(streams.file("out")),
          contentOf(streams.file("err"))};
}

nlohmann::json report(std::vector<std::string> words) {
  words.push_back("--json");
  CAPTURE(joined(words));
  const CommandRun run = runVide(words);
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK(std::ranges::count(run.out, '\n') == 1);
  auto parsed = nlohmann::json::parse(run.out, nullptr, false);
  if (!parsed.is_object()) parsed = nlohmann::json::object();
  CHECK(parsed["seconds"].is_number());
  CHECK(parsed["warnings"].is_array());
  return parsed;
}

void checkRefused(const std::vector<std::string>& words, const std::vector<std::string>& parts) {
  CAPTURE(joined(words));
  const CommandRun run = runVide(words);
  CAPTURE(run.err);
  CHECK(run.status == 1);
  CHECK(run.out.empty());
  CHECK(run.err.starts_with("vide: "));
  CHECK(run.err.ends_with("\n"));
  CHECK(std::ranges::count(run.err, '\n') == 1);
  for (const auto& part : parts) {
    CAPTURE(part);
    CHECK(run.err.find(part) != std::string::npos);
  }
}

std::string example(const std::string& name) { return VIDE_EXAMPLES "/" + name; }

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

void writeText(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

}  // namespace vide::test

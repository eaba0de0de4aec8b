// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// The program itself, run as a person runs it.
namespace vide::test {

struct CommandRun {
  int status = -1;  // the exit status; -1 where a signal ended the program
  std::string out;  // standard output
  std::string err;  // standard error
};

// Runs `vide WORDS...` to its end. The words reach the program as they are, whatever is in them.
CommandRun runVide(const std::vector<std::string>& words);

// The same with --json, which must succeed: the report, an object whatever came out.
nlohmann::json report(std::vector<std::string> words);

// Checks that the words are refused as bad input: exit status 1, nothing on standard output and one
// line on standard error that holds every one of `parts`.
void checkRefused(const std::vector<std::string>& words, const std::vector<std::string>& parts);

// A file of the project's examples: "pip/pip.png".
std::string example(const std::string& name);

std::string contentOf(const std::string& path);
void writeText(const std::string& path, const std::string& content);

}  // namespace vide::test

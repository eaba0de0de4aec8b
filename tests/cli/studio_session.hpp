// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

// `vide studio` as a browser meets it.
namespace vide::test {

struct Answer {
  int status = 0;  // 0: none came
  std::string head, body;
  // The value of a header, "" where it is missing.
  std::string header(const std::string& name) const;
};

// The program while it serves; ended and waited for at the end of the scope.
class StudioSession {
 public:
  // Starts `vide studio WORDS...` without a browser and returns when it answers.
  explicit StudioSession(std::vector<std::string> words);
  ~StudioSession();
  StudioSession(const StudioSession&) = delete;
  StudioSession& operator=(const StudioSession&) = delete;

  int port() const { return port_; }
  std::string host() const;  // "127.0.0.1:8433"

  // Sends these bytes, as they are, and returns what comes until the connection ends.
  Answer exchange(const std::string& request) const;
  // A well-formed request; `headers` are whole lines. Host is added where they name none.
  Answer request(const std::string& method, const std::string& path,
                 const std::vector<std::string>& headers = {}, const std::string& body = "") const;
  // A save as the page sends it.
  Answer save(const std::string& document, const std::string& made_from) const;

  // Sends the bytes and returns the connection, for the caller to close.
  int begun(const std::string& request) const;
  // Sends the bytes and leaves without waiting for an answer.
  void abandon(const std::string& request) const;

  // Signals the program, waits for its end and returns the status as a shell shows it.
  int end(int signal);
  // What it wrote on standard output until it ended.
  std::string output() const;

 private:
  int connected() const;

  int process_ = -1;
  int port_ = 0;
  TemporaryFolder streams_;  // what the program writes
};

}  // namespace vide::test

// SPDX-License-Identifier: MIT
#pragma once

#include <stdlib.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace vide::test {

// For its scope the program `ffmpeg`, as far as anybody can tell, is a shell script of the test's
// own, in the only folder on the PATH; with an empty script there is none.
class OwnFfmpeg {
 public:
  explicit OwnFfmpeg(const std::string& script) : before_(std::getenv("PATH")) {
    if (!script.empty()) {
      std::ofstream(folder_.file("ffmpeg")) << "#!/bin/sh\n" << script << "\n";
      ::chmod(folder_.file("ffmpeg").c_str(), 0755);
    }
    ::setenv("PATH", folder_.path().c_str(), 1);
  }
  ~OwnFfmpeg() { ::setenv("PATH", before_.c_str(), 1); }
  OwnFfmpeg(const OwnFfmpeg&) = delete;
  OwnFfmpeg& operator=(const OwnFfmpeg&) = delete;

  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
  std::string before_;
};

}  // namespace vide::test

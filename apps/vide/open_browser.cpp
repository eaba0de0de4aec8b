// SPDX-License-Identifier: MIT
#include "apps/vide/open_browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

extern char** environ;

namespace vide::cli {

bool openBrowser(const std::string& address) {
#ifdef __APPLE__
  std::string program = "open";
#else
  std::string program = "xdg-open";
#endif
  std::string word = address;
  char* words[] = {program.data(), word.data(), nullptr};
  posix_spawnattr_t apart;
  posix_spawnattr_init(&apart);
  posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETPGROUP);
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&silent, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t child = 0;
  const int trouble = posix_spawnp(&child, program.c_str(), &silent, &apart, words, environ);
  posix_spawn_file_actions_destroy(&silent);
  posix_spawnattr_destroy(&apart);
  return trouble == 0;
}

}  // namespace vide::cli

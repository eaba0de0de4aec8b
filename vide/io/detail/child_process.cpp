// SPDX-License-Identifier: MIT
#include "vide/io/detail/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <utility>

#include "vide/core/cancelled.hpp"
#include "vide/core/text.hpp"

extern char** environ;

namespace vide::detail {
namespace {

constexpr int milliseconds_between_looks = 50;

void closeEnd(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

// Two ends that close by themselves unless they are taken.
struct Ends {
  int ours = -1, theirs = -1;
  ~Ends() {
    closeEnd(ours);
    closeEnd(theirs);
  }
};

// A socket, not a pipe: writing to one that nobody reads any more can be kept from raising SIGPIPE
// without touching what the whole program does about that signal.
bool makeInput(Ends& ends) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
  ends.ours = pair[0];
  ends.theirs = pair[1];
  // Each end can go both ways; these go one.
  ::shutdown(ends.ours, SHUT_RD);
  return ::fcntl(ends.ours, F_SETFL, O_NONBLOCK) == 0;
}

bool makeErrors(Ends& ends) {
  int pair[2];
  if (::pipe2(pair, O_CLOEXEC) != 0) return false;
  ends.ours = pair[0];
  ends.theirs = pair[1];
  return ::fcntl(ends.ours, F_SETFL, O_NONBLOCK) == 0;
}

std::unexpected<Error> cannotStart(const std::string& program, int number) {
  return fail(ErrorCode::file_access,
              text(program, ": cannot be started: ", std::generic_category().message(number)));
}

// What a program is given when it starts: its three streams, a group of its own, and as usual the
// signals that it would stumble over. SIGXFSZ stays as it is here: where it is ignored, the program
// fails in words that can be told.
class SpawnSettings {
 public:
  SpawnSettings(int input, int errors) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGCHLD);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &usual);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  int spawn(const std::string& program, char** words, pid_t& process) const {
    return ::posix_spawn(&process, program.c_str(), &actions_, &attributes_, words, environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// The last line that says anything.
std::string lastLine(const std::string& said) {
  std::istringstream lines(said);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line == "Conversion failed!") {
      continue;
    }
    last = line;
  }
  return last;
}

// Folders may be "executed", too: searched.
bool isProgram(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0;
}

}  // namespace

std::optional<std::string> findProgram(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = text(folder.empty() ? "." : folder, "/", name);
    if (isProgram(program)) return program;
  }
  return std::nullopt;
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const std::string& program,
                                                          const std::vector<std::string>& words) {
  Ends input, errors;
  if (!makeInput(input) || !makeErrors(errors)) return cannotStart(program, errno);
  std::vector<char*> list{const_cast<char*>(program.c_str())};
  for (const std::string& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  const SpawnSettings settings(input.theirs, errors.theirs);
  pid_t process = -1;
  if (const int number = settings.spawn(program, list.data(), process); number != 0) {
    return cannotStart(program, number);
  }
  std::unique_ptr<ChildProcess> child(new ChildProcess);
  child->process_ = process;
  child->input_ = std::exchange(input.ours, -1);
  child->errors_ = std::exchange(errors.ours, -1);
  return child;
}

ChildProcess::~ChildProcess() {
  // What has ended may have left its number to others.
  if (!hasEnded()) {
    ::kill(-process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  closeEnd(input_);
  closeEnd(errors_);
}

void ChildProcess::listen() {
  constexpr std::size_t most_kept = 4096;
  char buffer[1024];
  while (errors_ >= 0) {
    const auto got = ::read(errors_, buffer, sizeof buffer);
    if (got > 0) {
      said_.append(buffer, std::size_t(got));
      if (said_.size() > most_kept) said_.erase(0, said_.size() - most_kept);
    } else if (got == 0) {
      closeEnd(errors_);
    } else if (errno != EINTR) {
      return;
    }
  }
}

bool ChildProcess::hasEnded() {
  if (process_ < 0) return true;
  int status = 0;
  const pid_t got = ::waitpid(process_, &status, WNOHANG);
  if (got == 0 || (got < 0 && errno == EINTR)) return false;
  // Else the process that this runs in ignores SIGCHLD, or waits for all children itself.
  if (got == process_) status_ = status;
  process_ = -1;
  return true;
}

// Until there is room for more or something to hear, but never for long: then it is time to ask
// whether to stop.
void ChildProcess::waitABit() const {
  pollfd wanted[] = {{input_, POLLOUT, 0}, {errors_, POLLIN, 0}};  // below 0: not looked at
  ::poll(wanted, 2, milliseconds_between_looks);
}

Result<void> ChildProcess::write(std::span<const std::uint8_t> bytes, const Progress& progress) {
  while (!bytes.empty()) {
    const auto put = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put >= 0) {
      bytes = bytes.subspan(std::size_t(put));
      continue;
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      // A program that stops reading is given the time to say why.
      const auto ended = awaitEnd(progress);
      return ended ? failed() : ended;
    }
    if (progress.cancelled()) return cancelled();
    listen();
    waitABit();
  }
  return {};
}

Result<void> ChildProcess::finish(const Progress& progress) {
  if (auto ended = awaitEnd(progress); !ended) return ended;
  if (status_ && WIFEXITED(*status_) && WEXITSTATUS(*status_) == 0) return {};
  return failed();
}

Result<void> ChildProcess::awaitEnd(const Progress& progress) {
  closeEnd(input_);
  while (!hasEnded()) {
    if (progress.cancelled()) return cancelled();
    listen();
    waitABit();
  }
  listen();
  return {};
}

std::unexpected<Error> ChildProcess::failed() const {
  const std::string last = lastLine(said_);
  if (!last.empty()) return fail(ErrorCode::unsupported, last);
  if (!status_) {
    return fail(ErrorCode::unsupported,
                "ended, but whether well is not known: this process ignores SIGCHLD or waits for "
                "all its children");
  }
  if (WIFSIGNALED(*status_)) {
    return fail(ErrorCode::unsupported, text("was ended by signal ", WTERMSIG(*status_)));
  }
  if (WEXITSTATUS(*status_) == 0) {
    return fail(ErrorCode::unsupported, "it ended before it had read everything");
  }
  return fail(ErrorCode::unsupported, text("ended with status ", WEXITSTATUS(*status_)));
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "tests/cli/studio_session.hpp"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "tests/cli/command_run.hpp"

namespace vide::test {
namespace {

int started(std::vector<std::string> words, const std::string& streams) {
  const std::string out = streams + "/out", err = streams + "/err";
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  ::dup2(::open(out.c_str(), O_CREAT | O_WRONLY, 0600), STDOUT_FILENO);
  ::dup2(::open(err.c_str(), O_CREAT | O_WRONLY, 0600), STDERR_FILENO);
  ::execv(VIDE_PROGRAM, list.data());
  _exit(127);
}

// The port in "... http://127.0.0.1:8433/ ...", waited for.
int portIn(const std::string& file) {
  for (int i = 0; i < 1000; ++i) {
    const std::string told = contentOf(file);
    const auto place = told.find("127.0.0.1:");
    if (place != std::string::npos && told.ends_with('\n')) return std::atoi(&told[place + 10]);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return 0;
}

void sendAll(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(std::size_t(sent));
  }
}

std::string receiveAll(int socket) {
  std::string all;
  char buffer[1 << 14];
  for (;;) {
    const auto got = ::recv(socket, buffer, sizeof buffer, 0);
    if (got <= 0) return all;
    all.append(buffer, std::size_t(got));
  }
}

}  // namespace

std::string Answer::header(const std::string& name) const {
  const auto place = head.find("\r\n" + name + ": ");
  if (place == std::string::npos) return "";
  const auto from = place + name.size() + 4;
  return head.substr(from, head.find("\r\n", from) - from);
}

StudioSession::StudioSession(std::vector<std::string> words) {
  words.insert(words.begin(), {"vide", "studio", "--no-browser"});
  process_ = started(words, streams_.path());
  port_ = portIn(streams_.file("err"));
  REQUIRE_MESSAGE(port_ > 0, contentOf(streams_.file("err")));
}

StudioSession::~StudioSession() {
  if (process_ > 0) end(SIGKILL);
}

std::string StudioSession::host() const { return "127.0.0.1:" + std::to_string(port_); }
std::string StudioSession::output() const { return contentOf(streams_.file("out")); }

int StudioSession::connected() const {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port_));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  return socket;
}

Answer StudioSession::exchange(const std::string& request) const {
  const int socket = connected();
  sendAll(socket, request);
  const std::string all = receiveAll(socket);
  ::close(socket);
  const auto end = all.find("\r\n\r\n");
  if (!all.starts_with("HTTP/1.1 ") || end == std::string::npos) return {};
  return {std::atoi(&all[9]), all.substr(0, end + 2), all.substr(end + 4)};
}

Answer StudioSession::request(const std::string& method, const std::string& path,
                              const std::vector<std::string>& headers,
                              const std::string& body) const {
  std::string all = method + " " + path + " HTTP/1.1\r\n";
  const auto names_host = [](const std::string& line) { return line.starts_with("Host:"); };
  if (std::ranges::none_of(headers, names_host)) all += "Host: " + host() + "\r\n";
  for (const std::string& line : headers) all += line + "\r\n";
  if (!body.empty()) all += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return exchange(all + "\r\n" + body);
}

Answer StudioSession::save(const std::string& document, const std::string& made_from) const {
  return request("PUT", "/document", {"Origin: http://" + host(), "If-Match: " + made_from},
                 document);
}

int StudioSession::begun(const std::string& request) const {
  const int socket = connected();
  sendAll(socket, request);
  return socket;
}

void StudioSession::abandon(const std::string& request) const { ::close(begun(request)); }

int StudioSession::end(int signal) {
  ::kill(process_, signal);
  int status = 0;
  ::waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace vide::test

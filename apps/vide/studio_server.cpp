// SPDX-License-Identifier: MIT
#include "apps/vide/studio_server.hpp"

#include <httplib.h>
#include <sys/socket.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "apps/vide/studio_workers.hpp"
#include "vide/core/text.hpp"
#include "vide/io/file.hpp"

namespace vide::cli {
namespace {

using Handled = httplib::Server::HandlerResponse;

const httplib::Headers on_every_answer = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cache-Control", "no-store"},
};

// What stands in a header that may be there once; nothing where it is missing or repeated.
std::optional<std::string> only(const httplib::Request& request, const char* header) {
  if (request.get_header_value_count(header) != 1) return std::nullopt;
  return request.get_header_value(header);
}

bool isNumber(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Any port is right: the way here may lead through a tunnel.
bool isThisMachine(std::string_view host) {
  const std::size_t colon = host.find(':');
  const std::string_view name = host.substr(0, colon);
  if (name != "localhost" && name != "127.0.0.1") return false;
  return colon == std::string_view::npos || isNumber(host.substr(colon + 1));
}

void answer(httplib::Response& response, int status, const std::string& message) {
  response.status = status;
  response.set_content(message + "\n", "text/plain; charset=utf-8");
}

// Sent as they are: over loopback, packing costs more time than it saves.
void send(httplib::Response& response, std::vector<std::uint8_t> bytes, const char* mime) {
  if (bytes.empty()) return response.set_content("", mime);
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  response.set_content_provider(
      kept->size(), mime, [kept](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(reinterpret_cast<const char*>(kept->data()) + offset, length);
      });
}

int statusOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::invalid_argument:
      return 409;
    case ErrorCode::not_found:
    case ErrorCode::file_access:
      return 500;
    default:
      return 422;
  }
}

std::string entityTag(const FileVersion& version) { return "\"" + version + "\""; }

// Before the body is read: else the library would wait for an end that does not come.
Handled checkLength(const httplib::Request& request, httplib::Response& response) {
  const std::string word = only(request, "Content-Length").value_or("");
  if (!isNumber(word) || word == "0" || request.has_header("Transfer-Encoding")) {
    answer(response, 411, "a save must say how long it is");
    return Handled::Handled;
  }
  std::size_t length = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), length);
  if (read.ec == std::errc() && length <= default_max_file_bytes) return Handled::Unhandled;
  answer(response, 413, text("documents have at most ", default_max_file_bytes, " bytes"));
  return Handled::Handled;
}

// A reason to refuse the request whatever it asks for, or nothing.
std::optional<std::string> strangerIn(const httplib::Request& request) {
  const auto host = only(request, "Host");
  if (!host || !isThisMachine(*host)) {
    return "the editor answers to localhost and 127.0.0.1 alone";
  }
  const bool has_origin = request.has_header("Origin");
  if (has_origin && only(request, "Origin") != "http://" + *host) {
    return "the editor answers to its own page alone";
  }
  if (!has_origin && request.method == "PUT") return "a save must name its origin";
  return std::nullopt;
}

}  // namespace

struct StudioServer::Parts {
  StudioDocument document;
  StudioPage page;
  int port = 0;
  socket_t listening = INVALID_SOCKET;
  httplib::Server server;

  void declare();
  void takePortAlone(socket_t socket);
  bool bind(int wanted);
  Handled checkRequest(const httplib::Request& request, httplib::Response& response) const;
  void tellDocument(httplib::Response& response) const;
  void sendDocument(httplib::Response& response) const;
  void sendPage(const std::string& path, httplib::Response& response) const;
  void saveDocument(const httplib::Request& request, httplib::Response& response,
                    const httplib::ContentReader& body);
};

void StudioServer::Parts::declare() {
  // One request a connection: what follows a refused request is never taken for another one.
  server.set_keep_alive_max_count(1);
  server.set_keep_alive_timeout(2);
  server.set_idle_interval(0, 50'000);  // microseconds
  server.set_default_headers(on_every_answer);
  server.set_socket_options([this](socket_t socket) { takePortAlone(socket); });
  server.set_pre_routing_handler(
      [this](const auto& request, auto& response) { return checkRequest(request, response); });
  server.Get("/studio\\.json", [this](const auto&, auto& response) { tellDocument(response); });
  server.Get("/document", [this](const auto&, auto& response) { sendDocument(response); });
  server.Put("/document", [this](const auto& request, auto& response, const auto& body) {
    saveDocument(request, response, body);
  });
  server.Get(".*",
             [this](const auto& request, auto& response) { sendPage(request.path, response); });
  server.set_exception_handler([](const auto&, auto& response, std::exception_ptr) {
    answer(response, 500, "out of memory; close other programs and try again");
  });
}

// The library shares a port between programs unless told otherwise.
void StudioServer::Parts::takePortAlone(socket_t socket) {
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  listening = socket;
}

bool StudioServer::Parts::bind(int wanted) {
  constexpr auto host = "127.0.0.1";
  if (wanted == 0) {
    port = server.bind_to_any_port(host);
  } else {
    port = server.bind_to_port(host, wanted) ? wanted : -1;
  }
  // The library lets 5 connections wait to be taken; one more would try again after a second.
  constexpr int most_waiting = 512;
  if (port > 0) ::listen(listening, most_waiting);
  return port > 0;
}

Handled StudioServer::Parts::checkRequest(const httplib::Request& request,
                                          httplib::Response& response) const {
  if (const auto reason = strangerIn(request)) {
    answer(response, 403, *reason);
    return Handled::Handled;
  }
  if (request.method == "GET" || request.method == "HEAD") return Handled::Unhandled;
  if (request.method == "PUT" && request.path == "/document") {
    return checkLength(request, response);
  }
  response.set_header("Allow", request.path == "/document" ? "GET, HEAD, PUT" : "GET, HEAD");
  answer(response, 405, "nothing here is " + request.method);
  return Handled::Handled;
}

void StudioServer::Parts::tellDocument(httplib::Response& response) const {
  nlohmann::ordered_json told;
  told["document"] = nullptr;
  if (!document.isNone()) {
    told["document"] = document.name();
    told["save_as"] = document.targetName();
  }
  told["can_save"] = !document.isNone();
  const auto replace = nlohmann::ordered_json::error_handler_t::replace;
  response.set_content(told.dump(-1, ' ', false, replace), "application/json");
}

void StudioServer::Parts::sendDocument(httplib::Response& response) const {
  if (document.isNone()) return answer(response, 404, "the editor was started without a document");
  auto content = document.read();
  if (!content) return answer(response, 500, content.error().message);
  response.set_header("ETag", entityTag(content->version));
  send(response, std::move(content->bytes), "application/octet-stream");
}

void StudioServer::Parts::sendPage(const std::string& path, httplib::Response& response) const {
  const std::string name = path == "/" ? "index.html" : path.substr(1);
  auto bytes = page(name);
  if (!bytes) return answer(response, 404, "the editor has no file of this name");
  send(response, *std::move(bytes), pageMime(name));
}

void StudioServer::Parts::saveDocument(const httplib::Request& request, httplib::Response& response,
                                       const httplib::ContentReader& body) {
  if (document.isNone()) return answer(response, 404, "the editor was started without a document");
  const auto made_from = only(request, "If-Match");
  if (!made_from || made_from->size() < 2 || !made_from->starts_with('"')) {
    return answer(response, 428, "a save must say in If-Match which version it was made from");
  }
  std::vector<std::uint8_t> bytes;
  const bool complete = body([&](const char* data, std::size_t length) {
    bytes.insert(bytes.end(), data, data + length);
    return true;
  });
  if (!complete) return;  // the library has set the status
  const auto saved = document.save(bytes, made_from->substr(1, made_from->size() - 2));
  if (!saved) return answer(response, statusOf(saved.error()), saved.error().message);
  response.set_header("ETag", entityTag(*saved));
  response.status = 204;
}

StudioServer::StudioServer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
StudioServer::StudioServer(StudioServer&&) noexcept = default;
StudioServer::~StudioServer() = default;

Result<StudioServer> StudioServer::open(StudioDocument document, StudioPage page,
                                        std::span<const int> ports) {
  std::unique_ptr<Parts> parts(new Parts{std::move(document), std::move(page)});
  parts->declare();
  for (const int port : ports) {
    if (parts->bind(port)) return StudioServer(std::move(parts));
  }
  return fail(ErrorCode::file_access,
              text("port ", ports.empty() ? 0 : ports.front(),
                   " is taken or needs rights; choose another with --port"));
}

int StudioServer::port() const { return parts_->port; }
const StudioDocument& StudioServer::document() const { return parts_->document; }

void StudioServer::serve(const Progress& progress) {
  httplib::Server& server = parts_->server;
  server.new_task_queue = [&] { return new StudioWorkers(server, progress); };
  server.listen_after_bind();
}

}  // namespace vide::cli

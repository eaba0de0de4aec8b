// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/cli/command_run.hpp"
#include "tests/cli/studio_session.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace vide::test;

namespace {

// A page of two files, a secret beside it, and two documents.
struct Desk {
  TemporaryFolder folder;
  std::string page = folder.file("page"), document = folder.file("limb.glb");
  std::string other;  // another document

  Desk() {
    std::filesystem::create_directories(page + "/sub");
    writeText(page + "/index.html", "<p>the editor");
    writeText(page + "/sub/app.js", "run()");
    writeText(folder.file("secret.txt"), "secret");
    rig("0.3", document);
    rig("0.9", folder.file("other.glb"));
    other = contentOf(folder.file("other.glb"));
    REQUIRE(other != contentOf(document));
  }

  std::vector<std::string> words(const std::string& path) const {
    return {path, "--page", page, "--port", "0"};
  }

 private:
  static void rig(const std::string& detail, const std::string& out) {
    report({"rig", example("limb/limb.png"), "--skeleton", example("limb/skeleton.json"),
            "--detail", detail, "-o", out});
  }
};

void checkTold(const Answer& answer, int status, const std::string& part) {
  CAPTURE(answer.body);
  CHECK(answer.status == status);
  CHECK(answer.body.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("the editor's page and its document come with headers that keep others out") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  const Answer page = studio.request("GET", "/");
  checkTold(page, 200, "<p>the editor");
  CHECK(page.header("Content-Type") == "text/html; charset=utf-8");
  CHECK(studio.request("GET", "/sub/app.js").body == "run()");
  const Answer document = studio.request("GET", "/document");
  CHECK(document.body == contentOf(desk.document));
  const Answer told = studio.request("GET", "/studio.json");
  CHECK(told.body == R"({"document":"limb.glb","save_as":"limb.glb","can_save":true})");
  for (const Answer& answer :
       {page, document, told, studio.request("GET", "/none"),
        studio.request("GET", "/", {"Host: evil.example"}), studio.exchange("nonsense\r\n\r\n")}) {
    CAPTURE(answer.status);
    CHECK(answer.header("Content-Security-Policy").starts_with("default-src 'none';"));
    CHECK(answer.header("Cross-Origin-Opener-Policy") == "same-origin");
    CHECK(answer.header("Cross-Origin-Embedder-Policy") == "require-corp");
    CHECK(answer.header("Cross-Origin-Resource-Policy") == "same-origin");
    CHECK(answer.header("X-Content-Type-Options") == "nosniff");
    CHECK(answer.header("Referrer-Policy") == "no-referrer");
    CHECK(answer.header("Cache-Control") == "no-store");
  }
}

TEST_CASE("names that point here, and pages of other origins, are refused") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  const std::string port = ":" + std::to_string(studio.port());
  for (const std::string host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                                 "127.0.0.2", "localhost:", "localhost:80x", "", "0.0.0.0"}) {
    CAPTURE(host);
    CHECK(studio.request("GET", "/document", {"Host: " + host}).status == 403);
  }
  CHECK(studio.request("GET", "/", {"Host: localhost", "Host: evil.example"}).status == 403);
  CHECK(studio.exchange("GET / HTTP/1.1\r\n\r\n").status == 403);
  for (const std::string host : {"localhost", "localhost:80", "127.0.0.1"}) {
    CHECK(studio.request("GET", "/", {"Host: " + host}).status == 200);
  }

  const std::string version = studio.request("GET", "/document").header("ETag");
  for (const std::string origin : {"http://evil.example", "null", "http://localhost:1",
                                   "https://127.0.0.1", "http://127.0.0.1"}) {
    CAPTURE(origin);
    const std::string line = "Origin: " + origin;
    CHECK(studio.request("GET", "/document", {line}).status == 403);
    const Answer save =
        studio.request("PUT", "/document", {line, "If-Match: " + version}, desk.other);
    CHECK(save.status == 403);
  }
  checkTold(studio.request("PUT", "/document", {"If-Match: " + version}, desk.other), 403,
            "origin");
  CHECK(contentOf(desk.document) != desk.other);
  CHECK(studio.request("GET", "/", {"Host: localhost" + port, "Origin: http://localhost" + port})
            .status == 200);
}

TEST_CASE("the rest of a refused request is not taken for another one") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  const std::string version = studio.request("GET", "/document").header("ETag");
  const std::string hidden = "PUT /document HTTP/1.1\r\nHost: " + studio.host() +
                             "\r\nOrigin: http://" + studio.host() + "\r\nIf-Match: " + version +
                             "\r\nContent-Length: " + std::to_string(desk.other.size()) +
                             "\r\n\r\n" + desk.other;
  studio.request("POST", "/", {"Origin: http://evil.example", "Content-Type: text/plain"}, hidden);
  studio.request("GET", "/none", {"Origin: http://evil.example"}, hidden);
  studio.exchange("GET / HTTP/1.1\r\nHost: " + studio.host() + "\r\n\r\n" + hidden);
  CHECK(contentOf(desk.document) != desk.other);
}

TEST_CASE("only what the editor needs can be asked for") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  for (const std::string method : {"POST", "DELETE", "PATCH", "OPTIONS"}) {
    CAPTURE(method);
    CHECK(studio.request(method, "/document").status == 405);
  }
  CHECK(studio.request("PUT", "/index.html", {"Origin: http://" + studio.host()}, "x").status ==
        405);
  for (const std::string path :
       {"/../secret.txt", "/sub/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
        "/./index.html", "//index.html", "/sub", "/sub/", "/page/index.html", "/index.html%00.js",
        "/\\..\\secret.txt"}) {
    CAPTURE(path);
    CHECK(studio.request("GET", path).status == 404);
  }
  CHECK(studio.request("GET", desk.folder.file("secret.txt")).status == 404);
}

TEST_CASE("a save takes the file's place; what is no document leaves it as it was") {
  const Desk desk;
  StudioSession studio(desk.words(desk.document));
  const std::string before = contentOf(desk.document);
  const std::string version = studio.request("GET", "/document").header("ETag");
  checkTold(studio.save("no document", version), 422, "limb.glb");
  checkTold(studio.save(desk.other.substr(0, desk.other.size() / 2), version), 422, "limb.glb");
  CHECK(studio.save("", version).status == 411);
  checkTold(studio.request("PUT", "/document", {"Origin: http://" + studio.host()}, desk.other),
            428, "If-Match");
  CHECK(contentOf(desk.document) == before);

  const Answer saved = studio.save(desk.other, version);
  CHECK(saved.status == 204);
  CHECK(contentOf(desk.document) == desk.other);
  CHECK(studio.request("GET", "/document").header("ETag") == saved.header("ETag"));
  CHECK(studio.save(before, saved.header("ETag")).status == 204);
  CHECK(desk.folder.entries() == 4);

  CHECK(studio.end(SIGINT) == 0);
  CHECK(studio.output().find("wrote " + desk.document) != std::string::npos);
  CHECK(studio.output().find("saves: 2") != std::string::npos);
}

TEST_CASE("a file that another program has changed is not written over") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  const std::string version = studio.request("GET", "/document").header("ETag");
  writeText(desk.document, "theirs");
  checkTold(studio.save(desk.other, version), 409, "changed by another program");
  CHECK(contentOf(desk.document) == "theirs");
  std::filesystem::remove(desk.document);
  checkTold(studio.save(desk.other, version), 409, "removed by another program");
  CHECK_FALSE(std::filesystem::exists(desk.document));
}

TEST_CASE("a folder that is removed while the editor is open is told, and may come back") {
  const Desk desk;
  const std::string folder = desk.folder.file("work"), document = folder + "/limb.glb";
  std::filesystem::create_directory(folder);
  std::filesystem::copy(desk.document, document);
  const StudioSession studio(desk.words(document));
  const std::string version = studio.request("GET", "/document").header("ETag");
  std::filesystem::remove_all(folder);
  checkTold(studio.save(desk.other, version), 409, "limb.glb: was removed by another program");
  CHECK_FALSE(std::filesystem::exists(folder));
  CHECK(studio.request("GET", "/document").status == 500);
  std::filesystem::create_directory(folder);
  std::filesystem::copy(desk.document, document);
  CHECK(studio.save(desk.other, version).status == 204);
  CHECK(contentOf(document) == desk.other);
}

TEST_CASE("a place where nothing can be written is told in one line, and the file stays") {
  if (::geteuid() == 0) return;  // to whom every place is open
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  const std::string version = studio.request("GET", "/document").header("ETag");
  const std::string before = contentOf(desk.document);
  const std::string folder = std::filesystem::path(desk.document).parent_path();
  ::chmod(folder.c_str(), 0500);
  const Answer answer = studio.save(desk.other, version);
  ::chmod(folder.c_str(), 0700);
  checkTold(answer, 500, "limb.glb: ");
  CHECK(answer.body.find('\n') + 1 == answer.body.size());
  CHECK(contentOf(desk.document) == before);
}

TEST_CASE("connections that ask for nothing hold up no other") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  std::vector<int> silent;
  for (int i = 0; i < 40; ++i) silent.push_back(studio.begun(i % 2 ? "" : "GET / HTTP/1.1\r\nHo"));
  checkTold(studio.request("GET", "/"), 200, "<p>the editor");
  // The server gives up those that are silent after some seconds: it has answered before.
  for (const int socket : silent) {
    char byte = 0;
    CHECK(::recv(socket, &byte, 1, MSG_DONTWAIT) == -1);
    ::close(socket);
  }
}

TEST_CASE("a place that cannot be written to is told") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  const std::string version = studio.request("GET", "/document").header("ETag");
  std::filesystem::remove(desk.document);
  std::filesystem::create_directory(desk.document);
  checkTold(studio.save(desk.other, version), 500, "limb.glb: is a folder");
}

TEST_CASE("lengths that are wrong and uploads that end early change nothing") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  const std::string before = contentOf(desk.document);
  const std::string head = "PUT /document HTTP/1.1\r\nHost: " + studio.host() +
                           "\r\nOrigin: http://" + studio.host() +
                           "\r\nIf-Match: " + studio.request("GET", "/document").header("ETag");
  const std::string half = desk.other.substr(0, desk.other.size() / 2);
  studio.abandon(head + "\r\nContent-Length: " + std::to_string(desk.other.size()) + "\r\n\r\n" +
                 half);
  studio.abandon(head + "\r\nContent-Le");
  for (const std::string length : {"2000000000", "99999999999999999999999"}) {
    CHECK(studio.exchange(head + "\r\nContent-Length: " + length + "\r\n\r\n").status == 413);
  }
  for (const std::string length : {"-1", "x", "0", "1e3"}) {
    CAPTURE(length);
    CHECK(studio.exchange(head + "\r\nContent-Length: " + length + "\r\n\r\n" + half).status ==
          411);
  }
  CHECK(studio.exchange(head + "\r\n\r\n").status == 411);
  const std::string chunk = "\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n";
  CHECK(studio.exchange(head + chunk).status == 411);
  CHECK(studio.exchange(head + "\r\nContent-Length: 16" + chunk).status == 411);
  CHECK(studio.exchange(head + "\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n").status != 204);
  CHECK(studio.request("GET", "/" + std::string(100'000, 'x')).status != 200);
  CHECK(studio.request("GET", "/").status == 200);
  CHECK(contentOf(desk.document) == before);
}

TEST_CASE("of saves at the same time one wins, and the file is whole") {
  const Desk desk;
  const StudioSession studio(desk.words(desk.document));
  const std::string version = studio.request("GET", "/document").header("ETag");
  std::atomic<int> won = 0, lost = 0;
  {
    std::vector<std::jthread> savers;
    for (int i = 0; i < 6; ++i) {
      savers.emplace_back([&] {
        const int status = studio.save(desk.other, version).status;
        if (status == 204) ++won;
        if (status == 409) ++lost;
      });
    }
  }
  CHECK(won == 1);
  CHECK(lost == 5);
  CHECK(contentOf(desk.document) == desk.other);
}

TEST_CASE("a program that is killed while it saves leaves the old or the new document") {
  const Desk desk;
  const std::string before = contentOf(desk.document);
  for (int delay = 0; delay < 6; ++delay) {
    StudioSession studio(desk.words(desk.document));
    std::atomic<bool> ended = false;
    std::jthread saver([&] {
      std::string version = studio.request("GET", "/document").header("ETag");
      for (int i = 0; !ended; ++i) {
        version = studio.save(i % 2 == 0 ? desk.other : before, version).header("ETag");
      }
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 7 * delay));
    CHECK(studio.end(SIGKILL) == 128 + SIGKILL);
    ended = true;
    saver.join();
    const std::string now = contentOf(desk.document);
    CHECK((now == before || now == desk.other));
  }
}

TEST_CASE("a drawing is handed to the editor and saved beside itself as .glb") {
  const Desk desk;
  const std::string drawing = desk.folder.file("arm.png"), glb = desk.folder.file("arm.glb");
  std::filesystem::copy(example("limb/limb.png"), drawing);
  const StudioSession studio(desk.words(drawing));
  CHECK(studio.request("GET", "/studio.json").body ==
        R"({"document":"arm.png","save_as":"arm.glb","can_save":true})");
  const Answer picture = studio.request("GET", "/document");
  CHECK(picture.body == contentOf(drawing));
  writeText(glb, "theirs");
  CHECK(studio.save(desk.other, picture.header("ETag")).status == 409);
  CHECK(contentOf(glb) == "theirs");
  std::filesystem::remove(glb);
  CHECK(studio.save(desk.other, picture.header("ETag")).status == 204);
  CHECK(contentOf(glb) == desk.other);
  CHECK(contentOf(drawing) == picture.body);
}

TEST_CASE("without a document the editor starts empty and saves nothing here") {
  const Desk desk;
  StudioSession studio({"--page", desk.page, "--port", "0", "--json"});
  CHECK(studio.request("GET", "/studio.json").body == R"({"document":null,"can_save":false})");
  CHECK(studio.request("GET", "/document").status == 404);
  CHECK(studio.save(desk.other, "\"none\"").status == 404);
  CHECK(studio.end(SIGTERM) == 0);
  const auto told = nlohmann::json::parse(studio.output());
  CHECK(told["saves"] == 0);
  CHECK(told["written"].empty());
}

TEST_CASE("what cannot be served is refused before the browser opens") {
  const Desk desk;
  const auto refused = [&](const std::vector<std::string>& words,
                           const std::vector<std::string>& parts) {
    std::vector<std::string> all = {"studio", "--no-browser"};
    all.insert(all.end(), words.begin(), words.end());
    checkRefused(all, parts);
  };
  refused(desk.words(desk.folder.file("none.glb")), {"none.glb", "No such file"});
  refused(desk.words(desk.folder.path()), {"folder"});
  refused(desk.words(desk.folder.file("secret.txt")), {"secret.txt", ".glb"});
  writeText(desk.folder.file("bad.glb"), "glTF but not for long");
  refused(desk.words(desk.folder.file("bad.glb")), {"bad.glb"});
  refused({desk.document, "--page", desk.folder.path()}, {"index.html"});
}

TEST_CASE("two editors take two ports, unless one is asked for that is taken") {
  const Desk desk;
  const StudioSession first({desk.document, "--page", desk.page});
  const StudioSession second({desk.document, "--page", desk.page});
  CHECK(first.port() != second.port());
  CHECK(second.request("GET", "/").status == 200);
  checkRefused(
      {"studio", "--no-browser", "--page", desk.page, "--port", std::to_string(first.port())},
      {"port " + std::to_string(first.port()), "--port"});
  CHECK(runVide({"studio", "--port", "70000"}).status == 2);
  CHECK(runVide({"studio", "a.glb", "b.glb"}).status == 2);
}

// SPDX-License-Identifier: MIT
#include <cstdio>
#include <numeric>
#include <vector>

#include "apps/vide/command.hpp"
#include "apps/vide/open_browser.hpp"
#include "apps/vide/studio_server.hpp"
#include "vide/core/text.hpp"

namespace vide::cli {
namespace {

// The same port each time, so that the browser finds what it kept for the editor before; the next
// few where other editors are open.
constexpr int usual_port = 8433;
constexpr int most_editors = 10;

class StudioCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("DOC", document_,
                   "a .glb, saved in its place; or .png, .jpg, .webp, .ora or .psd, saved beside "
                   "it as .glb; without it the editor starts empty");
    port_option_ = app.add_option("--port", port_,
                                  text("of the address; 0: any (default: ", usual_port,
                                       " or the next free one)"))
                       ->check(CLI::Range(0, 65535));
    app.add_flag("--no-browser", no_browser_, "only print the address");
    app.add_option("--page", page_, "a folder with the built editor, instead of the one inside");
  }

  Result<void> run(const RunContext& context, Report& report) override {
    auto page = page_.empty() ? pageInProgram() : pageInFolder(page_);
    if (!page) return std::unexpected(page.error());
    auto server = listen(*std::move(page));
    if (!server) return std::unexpected(server.error());
    const std::string address = text("http://127.0.0.1:", server->port(), "/");
    const bool is_open = !no_browser_ && openBrowser(address);
    std::fprintf(stderr, "%s %s - Ctrl-C ends it.\n",
                 is_open ? "The editor is at" : "Open in a browser:", address.c_str());
    server->serve(context.progress);
    tell(*server, address, report);
    return {};
  }

 private:
  Result<StudioServer> listen(StudioPage page) const {
    std::vector<int> ports = {port_};
    if (port_option_->count() == 0) {
      ports.resize(most_editors);
      std::iota(ports.begin(), ports.end(), usual_port);
    }
    if (document_.empty()) return StudioServer::open({}, std::move(page), ports);
    auto document = StudioDocument::open(document_);
    if (!document) return std::unexpected(document.error());
    return StudioServer::open(*std::move(document), std::move(page), ports);
  }

  static void tell(const StudioServer& server, const std::string& address, Report& report) {
    const StudioDocument& document = server.document();
    report.set("address", address);
    report.set("saves", document.saves());
    if (document.saves() > 0) report.wrote(document.target());
  }

  std::string document_, page_;
  int port_ = 0;
  bool no_browser_ = false;
  CLI::Option* port_option_ = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeStudioCommand() { return std::make_unique<StudioCommand>(); }

}  // namespace vide::cli

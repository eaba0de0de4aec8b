// SPDX-License-Identifier: MIT
// studio_trace FILE.glb OUT: edits that document by calls that are drawn at random, as the tests of
// bindings/wasm do the same with the module in the browser. Writes
//   OUT.calls  a line for each call: {"method", "arguments", "answer" or "error"}
//   OUT.saved  the document at the end, as a .glb
// Images get an ellipse that fills them as their pixels: of `set_picture` the lines lack the blob.
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/studio/random_calls.hpp"
#include "vide/studio/studio.hpp"

using namespace vide;
using test::Json;

namespace {

Blob ellipse(double width, double height) {
  Blob pixels;
  for (double row = 0; row < height; ++row) {
    for (double column = 0; column < width; ++column) {
      const double x = (2 * column - width) * height, y = (2 * row - height) * width;
      const bool is_inside = x * x + y * y < width * width * height * height;
      pixels.insert(pixels.end(), {90, 120, 150, std::uint8_t(is_inside ? 255 : 0)});
    }
  }
  return pixels;
}

class Tracer {
 public:
  explicit Tracer(const std::string& out) : calls_(out + ".calls"), saved_(out + ".saved") {}

  bool trace(const Blob& file) {
    const Json opened = call("open", {{"name", "trace"}}, {file});
    if (opened.is_null()) return false;
    Json state = opened["state"];
    for (const Json& image : state["images"]) {
      call("set_picture", {{"image", image["id"]}}, {ellipse(image["width"], image["height"])});
    }
    test::RandomCalls random(unsigned(file.size()));
    for (int i = 0; i < 80; ++i) {
      const auto [method, arguments] = random.next(state);
      call(method, arguments);
      if (random.whole(10) == 0) call("undo", Json::object());
      state = call("state", Json::object())["state"];
    }
    const auto saved = studio_.call("save", "{}");
    if (!saved) return false;
    const Blob& bytes = saved->blobs[0];
    saved_.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    return calls_.good() && saved_.good();
  }

 private:
  // The answer; null where it failed.
  Json call(const std::string& method, const Json& arguments, const std::vector<Blob>& blobs = {}) {
    const std::vector<BlobView> views(blobs.begin(), blobs.end());
    const auto answer = studio_.call(method, arguments.dump(), views);
    Json line{{"method", method}, {"arguments", arguments}};
    Json parsed;
    if (answer) line["answer"] = parsed = Json::parse(answer->json);
    if (!answer) line["error"] = answer.error().message;
    calls_ << line.dump() << '\n';
    return parsed;
  }

  Studio studio_;
  std::ofstream calls_, saved_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  return Tracer(argv[2]).trace(Blob(bytes.begin(), bytes.end())) ? 0 : 1;
}

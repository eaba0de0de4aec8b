// SPDX-License-Identifier: MIT
// Writes what the checks of animated pictures open: animation_files FOLDER makes a small
// character's clips as every kind of picture, the frames as they are in NAME.rgba (pixels, row by
// row, frame by frame), and expected.json with what they are.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/layered_figure.hpp"
#include "vide/io/detail/child_process.hpp"
#include "vide/io/image_file.hpp"
#include "vide/pipeline/render_document.hpp"

using namespace vide;
namespace fs = std::filesystem;

namespace {

[[noreturn]] void stop(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

constexpr double frame_rate = 20;
constexpr int loops = 3;

// A clip that ends, unlike the figure's own.
Clip nod() {
  Clip clip{.id = 2, .name = "nod", .duration = 0.4};
  BoneTrack head{.bone = test::figure::head};
  head.angle = {{.time = 0, .value = 0}, {.time = 0.2, .value = -0.4}, {.time = 0.4, .value = 0}};
  clip.bones = {head};
  return clip;
}

struct Setting {
  Color background{0, 0, 0, 0};
  AnimationOptions encode;
};

class Studio {
 public:
  Studio(std::string folder) : folder_(std::move(folder)), document_(test::layeredFigure()) {
    document_.clips.push_back(nod());
  }

  RenderReport write(const std::string& name, std::vector<std::size_t> clips,
                     const Setting& setting = {}) const {
    RenderOptions options{.width = 121, .height = 151};  // odd, which some formats are not
    options.frame_rate = frame_rate;
    options.backdrop.color = setting.background;
    options.encode = setting.encode;
    options.encode.loops = loops;
    std::vector<const Clip*> shown;
    for (const std::size_t clip : clips) shown.push_back(&document_.clips[clip]);
    const std::string path = folder_ + "/" + name;
    const auto made = renderClips(document_, shown, path, *animationFormatOf(path), options);
    if (!made) stop(made.error().message);
    return *made;
  }

  // A folder of PNGs, and its pixels as NAME.rgba.
  nlohmann::json writeFrames(const std::string& name, const std::vector<std::size_t>& clips,
                             const Setting& setting = {}) const {
    fs::remove_all(folder_ + "/" + name);
    const RenderReport made = write(name + "/", clips, setting);
    std::ofstream pixels(folder_ + "/" + name + ".rgba", std::ios::binary);
    for (std::size_t i = 1; i <= made.frames; ++i) {
      const auto frame = readImage(folder_ + "/" + name + "/" + frameFileName(i));
      if (!frame) stop(frame.error().message);
      pixels.write(reinterpret_cast<const char*>(frame->rgba.data()),
                   std::streamsize(frame->rgba.size()));
    }
    return {{"frames", made.frames}, {"width", made.width}, {"height", made.height}};
  }

 private:
  std::string folder_;
  Document document_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) stop("usage: animation_files FOLDER");
  const std::string folder = arguments[1];
  const Studio studio(folder);
  const Color white{255, 255, 255, 255};
  nlohmann::json expected{{"rate", frame_rate}, {"loops", loops}};
  expected["wave"] = studio.writeFrames("wave", {0});
  expected["opaque"] = studio.writeFrames("opaque", {0}, {.background = white});
  expected["both"] = studio.writeFrames("both", {0, 1});
  expected["clips"] = {
      {{"name", "wave"}, {"frames", expected["wave"]["frames"]}, {"loops", true}},
      {{"name", "nod"},
       {"frames", int(expected["both"]["frames"]) - int(expected["wave"]["frames"])},
       {"loops", false}}};
  studio.write("wave.png", {0});
  studio.write("wave.gif", {0});
  studio.write("opaque.gif", {0}, {.background = white});
  studio.write("lossless.webp", {0}, {.encode = {.webp_coding = WebpOptions::Coding::lossless}});
  studio.write("lossy.webp", {0});
  studio.write("sheet.json", {0, 1});
  studio.write("list.json", {0, 1}, {.encode = {.sheet_layout = SheetLayout::array}});
  studio.write("pages.json", {0, 1},
               {.encode = {.atlas = {.padding = 2, .extrude = 0, .largest = 400}}});
  if (detail::findProgram("ffmpeg")) {
    studio.write("wave.mp4", {0});
    studio.write("wave.webm", {0});
    studio.write("opaque.webm", {0}, {.background = white});
  }
  std::ofstream(folder + "/expected.json") << expected;
  return 0;
}

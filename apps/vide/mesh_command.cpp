// SPDX-License-Identifier: MIT
#include "apps/vide/command.hpp"
#include "apps/vide/mesh_report.hpp"
#include "apps/vide/picture_options.hpp"
#include "apps/vide/write_document.hpp"
#include "vide/author/rig_picture.hpp"
#include "vide/pipeline/read_picture.hpp"

namespace vide::cli {
namespace {

class MeshCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("IMAGE", image_, "a PNG, JPEG or WebP")->required();
    app.add_option("-o,--output", output_,
                   "OUT.glb (a document), OUT.obj, or OUT.png (a picture of the mesh)")
        ->required();
    picture_.declareMask(app);
    picture_.declare(app);
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto usable = requirePosedOutput(output_); !usable) return usable;
    const auto picture = readPicture(image_, picture_.maskPath());
    if (!picture) return std::unexpected(picture.error());
    const auto made = meshPicture(*picture, picture_.shape(), picture_.mesh(), context.progress);
    if (!made) return std::unexpected(made.error());
    RenderOptions options{.framing = Framing::canvas};
    options.style.show_wireframe = true;
    if (auto written = writePosed({output_, made->document}, options, context.progress, report);
        !written) {
      return written;
    }

    reportMesh(made->document.layers[0], made->mesh, report);
    report.warn(made->warnings);
    return {};
  }

 private:
  std::string image_, output_;
  PictureOptions picture_;
};

}  // namespace

std::unique_ptr<Command> makeMeshCommand() { return std::make_unique<MeshCommand>(); }

}  // namespace vide::cli

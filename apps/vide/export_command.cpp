// SPDX-License-Identifier: MIT
#include "apps/vide/command.hpp"
#include "vide/core/text.hpp"
#include "vide/io/engine_document.hpp"
#include "vide/io/engine_export.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide::cli {
namespace {

class ExportCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("DOC", document_, "a .glb, .gltf, _ske.json or .tscn")->required();
    app.add_option("-o,--output", output_,
                   "OUT.glb, OUT_ske.json (DragonBones), OUT.spine.json or OUT.tscn (Godot)")
        ->required();
    app.add_option("--atlas-size", options_.atlas.largest,
                   "the largest page for pictures, pixels on a side")
        ->check(CLI::Range(64, 16'384))
        ->capture_default_str();
    app.add_option("--atlas-padding", options_.atlas.padding, "pixels between pictures")
        ->check(CLI::Range(0, 64))
        ->capture_default_str();
    app.add_option("--godot", godot_, "for a .tscn: the major version of Godot, 3 or 4")
        ->check(CLI::IsMember({3, 4}))
        ->capture_default_str();
    app.add_flag("--bake-constraints", bakes_constraints_,
                 "constraints as keys of the bones, also those that the other program could solve");
  }

  Result<void> run(const RunContext&, Report& report) override {
    if (auto usable = requireOutput(); !usable) return usable;
    std::vector<std::string> warnings;
    const bool keeps_file = endingOf(output_) == ".glb" && !isEngineDocument(document_);
    if (keeps_file) {
      const auto open = openDocument(document_, &warnings);
      if (!open) return std::unexpected(open.error());
      report.warn(warnings);
      return writeGlbFile(open->document, &open->file, report);
    }
    const auto document = readDocument(document_, &warnings);
    if (!document) return std::unexpected(document.error());
    report.warn(warnings);
    return endingOf(output_) == ".glb" ? writeGlbFile(*document, nullptr, report)
                                       : writeForEngine(*document, report);
  }

 private:
  Result<void> requireOutput() const {
    if (endingOf(output_) != ".glb") {
      if (const auto format = engineFormatOf(output_); !format) {
        return std::unexpected(format.error());
      }
    }
    return checkTarget(output_);
  }

  // With the file that the document came from, what others put into it stays.
  Result<void> writeGlbFile(const Document& document, const GltfDocument* original,
                            Report& report) const {
    if (auto written = writeDocument(output_, document, original); !written) return written;
    report.wrote(output_);
    describe(document, report);
    return {};
  }

  Result<void> writeForEngine(const Document& document, Report& report) const {
    EngineFilesOptions options = options_;
    if (bakes_constraints_) options.constraints = ConstraintExport::baked;
    if (godot_ == 3) options.godot = GodotVersion::three;
    const auto written = exportForEngine(document, output_, options);
    if (!written) return std::unexpected(written.error());
    report.warn(written->warnings);
    for (const std::string& path : written->paths) report.wrote(path);
    describe(document, report);
    return {};
  }

  static void describe(const Document& document, Report& report) {
    report.set("layers", document.layers.size());
    report.set("bones", document.skeleton.size());
    report.set("clips", document.clips.size());
  }

  std::string document_, output_;
  EngineFilesOptions options_;
  int godot_ = 4;
  bool bakes_constraints_ = false;
};

}  // namespace

std::unique_ptr<Command> makeExportCommand() { return std::make_unique<ExportCommand>(); }

}  // namespace vide::cli

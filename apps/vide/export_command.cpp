// SPDX-License-Identifier: MIT
#include "apps/vide/command.hpp"
#include "apps/vide/idle_options.hpp"
#include "apps/vide/values.hpp"
#include "vide/author/bake_morphs.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/gltf_plain.hpp"
#include "vide/io/engine_document.hpp"
#include "vide/io/engine_export.hpp"
#include "vide/io/file.hpp"
#include "vide/pipeline/read_files.hpp"

namespace vide::cli {
namespace {

constexpr auto plain = ".glb", dragonbones = "_ske.json", spine = ".spine.json", godot = ".tscn";

// What is written, by its ending; none for names that are refused later, for what they are.
std::string kindOf(const std::string& output) {
  if (endingOf(output) == plain) return plain;
  const auto format = engineFormatOf(output);
  if (!format) return {};
  return *format == EngineFormat::dragonbones ? dragonbones
         : *format == EngineFormat::spine     ? spine
                                              : godot;
}

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
                 "for DragonBones and Spine: constraints as keys of the bones, also those that the "
                 "other program could solve");
    auto* baking =
        app.add_flag("--bake-morphs", bakes_morphs_,
                     "for a .glb: all motion as morph targets, so that any viewer plays what VIDE "
                     "shows; keep the document, this is not one");
    app.add_option("--bake-fps", baking_.frames_per_second, "frames a second that are met")
        ->needs(baking)
        ->check(between(1, 1000))
        ->capture_default_str();
    app.add_option("--bake-tolerance", baking_.tolerance,
                   "how far vertices may be from where VIDE shows them, in pixels or units")
        ->needs(baking)
        ->check(between(1e-4, 1e6))
        ->capture_default_str();
    app.parse_complete_callback([this, &app] { refuseIdle(app); });
  }

  Result<void> run(const RunContext& context, Report& report) override {
    if (auto usable = requireOutput(); !usable) return usable;
    std::vector<std::string> warnings;
    const bool keeps_file =
        endingOf(output_) == plain && !isEngineDocument(document_) && !bakes_morphs_;
    if (keeps_file) {
      const auto open = openDocument(document_, &warnings);
      if (!open) return std::unexpected(open.error());
      report.warn(warnings);
      return writeGlbFile(open->document, &open->file, report);
    }
    const auto document = readDocument(document_, &warnings);
    if (!document) return std::unexpected(document.error());
    report.warn(warnings);
    if (bakes_morphs_) return writeBaked(*document, context.progress, report);
    return endingOf(output_) == plain ? writeGlbFile(*document, nullptr, report)
                                      : writeForEngine(*document, report);
  }

 private:
  void refuseIdle(const CLI::App& app) const {
    const std::string kind = kindOf(output_);
    if (kind.empty()) return;
    // A .tscn has no constraints: they are keys there in any case.
    const ReservedOption reserved[] = {{"--atlas-size", {dragonbones, spine, godot}},
                                       {"--atlas-padding", {dragonbones, spine, godot}},
                                       {"--bake-constraints", {dragonbones, spine}},
                                       {"--godot", {godot}},
                                       {"--bake-morphs", {plain}}};
    refuseIdleOptions(app, kind, reserved);
  }

  Result<void> requireOutput() const {
    if (const auto format = engineFormatOf(output_); !format && endingOf(output_) != plain) {
      return std::unexpected(format.error());
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

  Result<void> writeBaked(const Document& document, const Progress& progress,
                          Report& report) const {
    const auto baked = bakeMorphs(document, baking_, progress);
    if (!baked && baked.error().code == ErrorCode::cancelled) {
      return std::unexpected(baked.error());
    }
    if (!baked) return failAt(document_, baked.error());
    const auto bytes = writePlainGlb(baked->document);
    if (!bytes) return failAt(output_, bytes.error());
    if (auto written = writeFileAtomically(output_, *bytes); !written) return written;
    report.warn(baked->warnings);
    report.wrote(output_);
    describe(baked->document, report);
    report.set("shapes", baked->shapes);
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
  BakeOptions baking_;
  bool bakes_morphs_ = false;
  int godot_ = 4;
  bool bakes_constraints_ = false;
};

}  // namespace

std::unique_ptr<Command> makeExportCommand() { return std::make_unique<ExportCommand>(); }

}  // namespace vide::cli

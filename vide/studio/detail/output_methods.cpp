// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <functional>

#include "vide/author/bake_morphs.hpp"
#include "vide/core/color_text.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/engine_files.hpp"
#include "vide/formats/gif_encoder.hpp"
#include "vide/formats/gltf_character.hpp"
#include "vide/formats/gltf_plain.hpp"
#include "vide/formats/sheet_builder.hpp"
#include "vide/image/palette.hpp"
#include "vide/image/palette_frames.hpp"
#include "vide/studio/detail/methods.hpp"
#include "vide/studio/detail/session.hpp"

// What leaves the studio: files for other programs, and painted frames.
namespace vide::detail {
namespace {

constexpr std::array<std::string_view, 2> framing_names{"canvas", "motion"};

// What export was asked for.
struct Export {
  std::string name;
  RenderPlan plan{.framing = Framing::motion};
  int loops = 0;
  bool dithers = true;
  std::optional<std::optional<SkinId>> skin;  // none inside: the layers as they are
  EngineContentOptions engine;
};

struct File {
  std::string name;
  std::string mime;
  Blob bytes;
};

struct Exported {
  std::vector<File> files;
  std::vector<std::string> warnings;
};

// As the command line writes colours, or nothing for transparent.
Color colorArgument(Arguments& arguments, std::string_view name) {
  const std::string written = arguments.textIf(name).value_or("");
  if (written.empty()) return {0, 0, 0, 0};
  const auto color = parseColor(written);
  if (!color) arguments.refuse(name, text("must be a colour (", accepted_colors, ")"));
  return color.value_or(Color());
}

// The part of a plan that all outputs share.
RenderPlan planOf(Arguments& arguments, Framing usual) {
  RenderPlan plan;
  plan.frame_rate = arguments.numberIf("fps", {0.001, 1000}).value_or(30);
  plan.scale = arguments.numberIf("scale", {1e-3, 64}).value_or(1);
  plan.background = colorArgument(arguments, "background");
  plan.framing = arguments.oneOfIf<Framing>("framing", framing_names).value_or(usual);
  return plan;
}

// Names become file names.
bool isFileName(const std::string& name) {
  const auto isRefused = [](char letter) {
    return static_cast<unsigned char>(letter) < ' ' ||
           std::string_view("/\\:*?\"<>|\x7f").contains(letter);
  };
  return !name.empty() && name.size() <= 200 && name[0] != '.' &&
         std::ranges::none_of(name, isRefused);
}

Export exportArguments(Arguments& arguments) {
  Export wanted{.name = arguments.text("name")};
  if (!isFileName(wanted.name)) arguments.refuse("name", "must be a file's name without ending");
  wanted.plan = planOf(arguments, Framing::motion);
  if (arguments.has("clip")) wanted.plan.clips = {arguments.id("clip")};
  if (arguments.has("clips")) wanted.plan.clips = arguments.ids("clips");
  wanted.loops = arguments.integerIf("loops", {0, 65535}).value_or(0);
  wanted.dithers = arguments.flagIf("dither").value_or(true);
  if (arguments.has("skin")) wanted.skin = arguments.idOrNull("skin");
  EngineContentOptions& engine = wanted.engine;
  engine.name = engine.stem = wanted.name;
  if (arguments.flagIf("bake_constraints").value_or(false)) {
    engine.constraints = ConstraintExport::baked;
  }
  AtlasOptions& atlas = engine.atlas;
  atlas.largest = arguments.integerIf("atlas_size", {64, 16384}).value_or(atlas.largest);
  atlas.padding = arguments.integerIf("atlas_padding", {0, 64}).value_or(atlas.padding);
  return wanted;
}

// The document in the dress that was asked for.
Document dressed(const Document& document, const Export& wanted) {
  Document copy = document;
  if (wanted.skin) copy.skin = *wanted.skin;
  return copy;
}

Result<Exported> asGlb(Session&, const Document& document, const Export& wanted, const Progress&) {
  auto bytes = writeGlb(document);
  if (!bytes) return std::unexpected(bytes.error());
  return Exported{{{wanted.name + ".glb", "model/gltf-binary", *std::move(bytes)}}, {}};
}

Result<Exported> asMorphs(Session&, const Document& document, const Export& wanted,
                          const Progress& progress) {
  auto baked = bakeMorphs(document, {.frames_per_second = wanted.plan.frame_rate}, progress);
  if (!baked) return std::unexpected(baked.error());
  auto bytes = writePlainGlb(baked->document);
  if (!bytes) return std::unexpected(bytes.error());
  return Exported{{{wanted.name + ".glb", "model/gltf-binary", *std::move(bytes)}},
                  std::move(baked->warnings)};
}

std::string mimeOf(const std::string& name) {
  if (name.ends_with(".png")) return "image/png";
  return name.ends_with(".json") ? "application/json" : "text/plain";
}

template <EngineFormat format, GodotVersion godot = GodotVersion::four>
Result<Exported> forEngine(Session& session, const Document& document, const Export& wanted,
                           const Progress&) {
  auto pictures = session.allPictures();
  if (!pictures) return std::unexpected(pictures.error());
  EngineContentOptions options = wanted.engine;
  options.godot = godot;
  options.encode = session.options().encode_png;
  auto made = makeEngineFiles(format, document, *std::move(pictures), options);
  if (!made) return std::unexpected(made.error());
  Exported exported{{}, std::move(made->warnings)};
  for (EngineFile& file : made->files) {
    const std::string mime = mimeOf(file.name);
    exported.files.push_back({std::move(file.name), mime, std::move(file.bytes)});
  }
  return exported;
}

Result<Rendering> beginRendering(Session& session, const Document& document, const RenderPlan& plan,
                                 const Progress& progress) {
  auto pictures = session.allPictures();
  if (!pictures) return std::unexpected(pictures.error());
  return Rendering::begin(document, *std::move(pictures), plan, progress);
}

// Hands every frame to `take`, in order.
Result<void> paintAll(Rendering& rendering, const Progress& progress,
                      const std::function<Result<void>(const Image&)>& take) {
  for (std::size_t frame = 0; frame < rendering.frames(); ++frame) {
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "cancelled");
    if (auto taken = take(rendering.paint(frame)); !taken) return taken;
    progress.report(double(frame + 1) / double(rendering.frames()));
  }
  return {};
}

Result<Exported> asGif(Session& session, const Document& document, const Export& wanted,
                       const Progress& progress) {
  auto rendering = beginRendering(session, document, wanted.plan, progress.slice(0, 0.1));
  if (!rendering) return std::unexpected(rendering.error());
  std::vector<Image> samples;
  const int width = rendering->width(), height = rendering->height();
  for (const std::size_t frame : paletteFrames(rendering->frames(), width, height)) {
    samples.push_back(rendering->paint(frame));
  }
  auto encoder =
      GifEncoder::create({.width = width,
                          .height = height,
                          .frame_rate = rendering->frameRate(),
                          .loops = wanted.loops,
                          .dither = wanted.dithers ? GifDither::ordered : GifDither::none,
                          .palette = choosePalette(samples, 255)},
                         session.options().pool);
  if (!encoder) return std::unexpected(encoder.error());
  const auto painted = paintAll(*rendering, progress.slice(0.1, 1), [&](const Image& image) {
    return encoder->add(std::span(&image, 1));
  });
  if (!painted) return std::unexpected(painted.error());
  auto bytes = encoder->finish();
  if (!bytes) return std::unexpected(bytes.error());
  return Exported{{{wanted.name + ".gif", "image/gif", *std::move(bytes)}}, {}};
}

// The bytes of a text.
Blob bytesOf(const std::string& text) { return Blob(text.begin(), text.end()); }

SheetOptions sheetOptions(const Rendering& rendering, const Export& wanted) {
  SheetOptions options{.frame_width = rendering.width(), .frame_height = rendering.height()};
  options.clips.assign(rendering.clips().begin(), rendering.clips().end());
  if (options.clips.empty()) options.clips.push_back({.name = wanted.name, .frames = 1});
  options.atlas.largest = wanted.engine.atlas.largest;
  options.atlas.padding = wanted.engine.atlas.padding;
  return options;
}

Result<Exported> asSheet(Session& session, const Document& document, const Export& wanted,
                         const Progress& progress) {
  if (!session.options().encode_png) {
    return fail(ErrorCode::unsupported, "nothing here can make a PNG");
  }
  RenderPlan plan = wanted.plan;
  if (plan.clips.empty()) {
    for (const Clip& clip : document.clips) plan.clips.push_back(clip.id);
  }
  auto rendering = beginRendering(session, document, plan, progress.slice(0, 0.1));
  if (!rendering) return std::unexpected(rendering.error());
  Exported exported;
  std::vector<SpriteSheet> texts;
  auto builder = SheetBuilder::create(
      sheetOptions(*rendering, wanted), [&](const Image& page, SpriteSheet text) {
        auto png = session.options().encode_png(page);
        if (!png) return Result<void>(std::unexpected(png.error()));
        const std::string name = sheetPageOf(wanted.name, texts.size()).picture;
        exported.files.push_back({name, "image/png", *std::move(png)});
        texts.push_back(std::move(text));
        return Result<void>();
      });
  if (!builder) return std::unexpected(builder.error());
  auto painted = paintAll(*rendering, progress.slice(0.1, 1),
                          [&](const Image& image) { return builder->add(std::span(&image, 1)); });
  if (painted) painted = builder->finish();
  if (!painted) return std::unexpected(painted.error());
  nameSheetPages(texts, wanted.name);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    exported.files.push_back({sheetPageOf(wanted.name, i).text, "application/json",
                              bytesOf(writeSpriteSheet(texts[i]))});
  }
  if (!builder->warning().empty()) exported.warnings.push_back(builder->warning());
  return exported;
}

using Exporter = Result<Exported> (*)(Session&, const Document&, const Export&, const Progress&);

constexpr std::array<std::string_view, 8> format_names{
    "glb", "glb_morphs", "dragonbones", "spine", "godot", "godot3", "gif", "sheet"};
constexpr std::array<Exporter, 8> exporters{asGlb,
                                            asMorphs,
                                            forEngine<EngineFormat::dragonbones>,
                                            forEngine<EngineFormat::spine>,
                                            forEngine<EngineFormat::godot>,
                                            forEngine<EngineFormat::godot, GodotVersion::three>,
                                            asGif,
                                            asSheet};

Result<Reply> exportFiles(Session& session, Request& request) {
  const std::size_t format = request.arguments.choice("format", format_names);
  const Export wanted = exportArguments(request.arguments);
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  const Document document = dressed(session.document(), wanted);
  if (auto valid = validate(document); !valid) return std::unexpected(valid.error());
  auto made = exporters[format](session, document, wanted, request.progress);
  if (!made) return std::unexpected(made.error());
  Reply reply;
  Json files = Json::array();
  for (File& file : made->files) {
    files.push_back({{"name", file.name}, {"mime", file.mime}});
    reply.blobs.push_back(std::move(file.bytes));
  }
  reply.json = {{"files", std::move(files)}, {"warnings", std::move(made->warnings)}};
  return reply;
}

Result<Reply> renderBegin(Session& session, Request& request) {
  const auto clip = request.arguments.idOrNull("clip");
  RenderPlan plan = planOf(request.arguments, Framing::canvas);
  if (clip) plan.clips = {*clip};
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  auto rendering = beginRendering(session, session.document(), plan, request.progress);
  if (!rendering) return std::unexpected(rendering.error());
  session.rendering() = *std::move(rendering);
  const Rendering& begun = *session.rendering();
  return Reply{{{"frames", begun.frames()},
                {"width", begun.width()},
                {"height", begun.height()},
                {"delay", 1 / begun.frameRate()}},
               {}};
}

Result<Reply> renderFrame(Session& session, Request& request) {
  const int frame = request.arguments.integer("frame");
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  if (!session.rendering()) {
    return fail(ErrorCode::invalid_argument, "nothing is being rendered; call render_begin");
  }
  const std::size_t frames = session.rendering()->frames();
  if (frame < 0 || std::size_t(frame) >= frames) {
    return fail(ErrorCode::not_found, text("there is no frame ", frame, " among ", frames));
  }
  Reply reply;
  reply.blobs.push_back(session.rendering()->paint(std::size_t(frame)).rgba);
  return reply;
}

Result<Reply> renderEnd(Session& session, Request& request) {
  if (auto right = request.finish(); !right) return std::unexpected(right.error());
  session.rendering().reset();
  return Reply{};
}

}  // namespace

std::span<const Method> outputMethods() {
  static constexpr Method methods[] = {{"export", exportFiles},
                                       {"render_begin", renderBegin},
                                       {"render_frame", renderFrame},
                                       {"render_end", renderEnd}};
  return methods;
}

}  // namespace vide::detail

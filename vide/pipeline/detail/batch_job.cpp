// SPDX-License-Identifier: MIT
#include "vide/pipeline/detail/batch_job.hpp"

#include "vide/author/pose_edit.hpp"
#include "vide/core/name_list.hpp"
#include "vide/core/text.hpp"
#include "vide/formats/gltf_document.hpp"
#include "vide/io/character_config.hpp"
#include "vide/io/file.hpp"
#include "vide/io/motion_config.hpp"
#include "vide/pipeline/animate_character.hpp"
#include "vide/pipeline/detail/content_hash.hpp"
#include "vide/pipeline/read_character.hpp"
#include "vide/pipeline/read_files.hpp"
#include "vide/pipeline/render_document.hpp"

namespace vide::detail {
namespace {

Result<void> addFile(const std::string& path, ContentHash& hash) {
  const auto bytes = readFile(path);
  if (!bytes) return std::unexpected(bytes.error());
  hash.add(*bytes);
  return {};
}

Result<void> addFiles(const std::vector<std::string>& paths, ContentHash& hash) {
  for (const std::string& path : paths) {
    if (path.empty()) continue;
    if (auto added = addFile(path, hash); !added) return added;
  }
  return {};
}

Result<void> addCharacter(const AnimationJob& job, ContentHash& hash) {
  const auto config = readCharacterConfig(job.character);
  if (!config) return std::unexpected(config.error());
  const auto motion = readMotionConfig(job.motion);
  if (!motion) return std::unexpected(motion.error());
  return addFiles(
      {job.character, config->texture, config->mask, job.motion, motion->filepath, job.retarget},
      hash);
}

// A .gltf counts with all the files that it names.
Result<void> addDocument(const AnimationJob& job, ContentHash& hash) {
  if (endingOf(job.document) == ".gltf") {
    const auto gltf = readGltf(job.document);
    if (!gltf) return std::unexpected(gltf.error());
    hash.add(gltf->writeGlb());
  } else if (auto added = addFile(job.document, hash); !added) {
    return added;
  }
  return addFiles({job.clips}, hash);
}

// All but the names of files: it is what they hold that counts.
std::string settingsOf(const BatchTask& task) {
  const AnimationJob& job = *task.job;
  const Color color = job.background.value_or(Color{0, 0, 0, 0});
  return text(job.clip, "/", job.width, "/", job.height, "/", job.frame_rate, "/", int(job.deform),
              "/", job.background.has_value(), "/", int(color.r), "/", int(color.g), "/",
              int(color.b), "/", int(color.a), "/", int(task.format), "/", task.frames.first, "/",
              task.frames.end, "/", task.frames.share, "/", task.frames.shares);
}

// GIFs have no soft edges to show on transparent ground.
Backdrop backdropOf(const BatchTask& task) {
  const Color usual =
      task.format == AnimationFormat::gif ? Color{255, 255, 255, 255} : Color{0, 0, 0, 0};
  return {.color = task.job->background.value_or(usual)};
}

// A sheet's page is a text and a picture.
template <class Made>
MadeAnimation madeOf(const BatchTask& task, Made made) {
  const bool is_sheet = task.format == AnimationFormat::sprite_sheet;
  return {{made.frames, is_sheet ? made.paths.size() / 2 : 0}, std::move(made.warnings)};
}

Result<MadeAnimation> animate(const BatchTask& task, ThreadPool* pool, const Progress& progress) {
  const AnimationJob& job = *task.job;
  const auto character = readCharacterMotion({job.character, job.motion, job.retarget, {}});
  if (!character) return std::unexpected(character.error());
  AnimateOptions options;
  if (job.width > 0) {
    options.width = job.width;
    options.height = job.height;
  }
  options.deform =
      job.deform == AnimationJob::Deform::arap ? CharacterDeform::arap : CharacterDeform::skin;
  options.backdrop = backdropOf(task);
  options.frame_rate = job.frame_rate;
  options.frames = task.frames;
  options.pool = pool;
  auto made = animateCharacter(*character, task.path, task.format, options, progress);
  if (!made) return std::unexpected(made.error());
  return madeOf(task, *std::move(made));
}

Result<std::size_t> placeOfClip(const std::vector<Clip>& clips, const std::string& name) {
  if (!name.empty()) return findClip(clips, name);
  if (clips.size() == 1) return 0;
  return fail(ErrorCode::invalid_argument,
              text("holds ", clips.size(), " clips; name one: ",
                   listed(clips, [](const Clip& clip) { return clip.name; })));
}

Result<MadeAnimation> render(const BatchTask& task, ThreadPool* pool, const Progress& progress) {
  const AnimationJob& job = *task.job;
  auto document = readDocument(job.document);
  if (!document) return std::unexpected(document.error());
  if (!job.clips.empty()) {
    auto clips = readClips(job.clips, *document);
    if (!clips) return std::unexpected(clips.error());
    document->clips = *std::move(clips);
  }
  const auto clip = placeOfClip(document->clips, job.clip);
  if (!clip) return failAt(job.clips.empty() ? job.document : job.clips, clip.error());
  RenderOptions options{.width = job.width, .height = job.height};
  options.backdrop = backdropOf(task);
  if (job.frame_rate > 0) options.frame_rate = job.frame_rate;
  options.frames = task.frames;
  options.pool = pool;
  auto made =
      renderClip(*document, document->clips[*clip], task.path, task.format, options, progress);
  if (!made) return std::unexpected(made.error());
  return madeOf(task, *std::move(made));
}

}  // namespace

Result<std::uint64_t> hashOfInputs(const BatchTask& task, const std::string& version) {
  ContentHash hash;
  hash.add(version);
  hash.add(settingsOf(task));
  const bool is_figure = !task.job->character.empty();
  auto added = is_figure ? addCharacter(*task.job, hash) : addDocument(*task.job, hash);
  if (!added) return std::unexpected(added.error());
  return hash.value();
}

Result<std::uint64_t> hashOfOutput(const BatchTask& task, const OutputExtent& extent) {
  ContentHash hash;
  if (task.format == AnimationFormat::sprite_sheet) {
    for (std::size_t i = 0; i < extent.pages; ++i) {
      const SheetPage page = sheetPage(task.path, i);
      auto added = addFiles({page.text, page.picture}, hash);
      if (!added) return std::unexpected(added.error());
    }
    return hash.value();
  }
  if (task.format != AnimationFormat::png_sequence) {
    if (auto added = addFile(task.path, hash); !added) return std::unexpected(added.error());
    return hash.value();
  }
  const FrameSpan span = task.frames.of(extent.frames);
  for (std::size_t i = 0; i < span.count; ++i) {
    const std::string frame = text(task.path, "/", frameFileName(span.first + i + 1));
    if (auto added = addFile(frame, hash); !added) return std::unexpected(added.error());
  }
  return hash.value();
}

Result<MadeAnimation> makeAnimation(const BatchTask& task, ThreadPool* pool,
                                    const Progress& progress) {
  return task.job->character.empty() ? render(task, pool, progress) : animate(task, pool, progress);
}

}  // namespace vide::detail

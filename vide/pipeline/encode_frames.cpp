// SPDX-License-Identifier: MIT
#include "vide/pipeline/encode_frames.hpp"

#include <algorithm>
#include <chrono>

namespace vide {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t batch_bytes = std::size_t(64) << 20;

// Several frames for each slot, so that slots finish together; fewer where frames are large.
std::size_t batchSize(const FrameSource& source) {
  const std::size_t frame_bytes = 4 * std::size_t(source.width) * std::size_t(source.height);
  const std::size_t affordable = batch_bytes / std::max<std::size_t>(frame_bytes, 1);
  const std::size_t wanted = std::min<std::size_t>(affordable, 16 * source.slots);
  return std::clamp<std::size_t>(wanted, source.slots, std::max(source.slots, source.frames));
}

// Renders the frames that `frame_of` names for each place of the batch.
template <class FrameOf>
Result<void> renderBatch(const FrameSource& source, FrameOf frame_of, std::span<Image> batch,
                         ThreadPool* pool) {
  std::vector<Result<void>> outcomes(batch.size());
  const std::size_t slots = std::min(source.slots, batch.size());
  parallelFor(pool, slots, [&](std::size_t slot) {
    for (std::size_t i = slot; i < batch.size(); i += slots) {
      outcomes[i] = source.render(frame_of(i), slot, batch[i]);
    }
  });
  const auto failed = std::find_if(outcomes.begin(), outcomes.end(),
                                   [](const Result<void>& outcome) { return !outcome; });
  return failed == outcomes.end() ? Result<void>{} : *failed;
}

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Colours that suit the whole animation, chosen from a few frames spread over it.
Result<std::vector<Color>> paletteOf(const FrameSource& source, ThreadPool* pool) {
  constexpr std::size_t most_samples = 8;
  std::vector<Image> samples(std::min(source.frames, most_samples),
                             Image(source.width, source.height));
  const auto frame_of = [&](std::size_t i) { return i * source.frames / samples.size(); };
  if (auto rendered = renderBatch(source, frame_of, samples, pool); !rendered) {
    return std::unexpected(rendered.error());
  }
  return choosePalette(samples, 255);
}

}  // namespace

Result<FrameTimes> encodeFrames(const FrameSource& source, const std::string& path,
                                AnimationFormat format, AnimationOptions options, ThreadPool* pool,
                                const Progress& progress) {
  options.width = source.width;
  options.height = source.height;
  if (format == AnimationFormat::gif && options.palette.empty()) {
    auto palette = paletteOf(source, pool);
    if (!palette) return std::unexpected(palette.error());
    options.palette = std::move(*palette);
  }
  const auto writer = AnimationWriter::create(path, format, options, pool);
  if (!writer) return std::unexpected(writer.error());
  FrameTimes times;
  std::vector<Image> batch(std::min(batchSize(source), source.frames),
                           Image(source.width, source.height));
  for (std::size_t first = 0; first < source.frames; first += batch.size()) {
    if (progress.cancelled()) return fail(ErrorCode::cancelled, "cancelled; nothing was written");
    const auto frames = std::span(batch).first(std::min(batch.size(), source.frames - first));
    const auto render_start = Clock::now();
    const auto frame_of = [&](std::size_t i) { return first + i; };
    if (auto rendered = renderBatch(source, frame_of, frames, pool); !rendered) {
      return std::unexpected(rendered.error());
    }
    times.seconds_render += secondsSince(render_start);
    const auto encode_start = Clock::now();
    if (auto added = (*writer)->add(frames); !added) return std::unexpected(added.error());
    times.seconds_encode += secondsSince(encode_start);
    progress.report(double(first + frames.size()) / double(source.frames));
  }
  const auto finish_start = Clock::now();
  if (auto finished = (*writer)->finish(); !finished) return std::unexpected(finished.error());
  times.seconds_encode += secondsSince(finish_start);
  return times;
}

}  // namespace vide

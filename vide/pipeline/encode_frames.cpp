// SPDX-License-Identifier: MIT
#include "vide/pipeline/encode_frames.hpp"

#include <algorithm>
#include <chrono>

#include "vide/core/cancelled.hpp"
#include "vide/core/seconds_since.hpp"
#include "vide/core/text.hpp"
#include "vide/image/palette_frames.hpp"

namespace vide {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t batch_bytes = std::size_t(64) << 20;
constexpr std::size_t slot_bytes = std::size_t(512) << 20;

// How many frames of 4 bytes a pixel fit into so many bytes, at least one.
std::size_t framesIn(std::size_t bytes, int width, int height) {
  const std::size_t frame = 4 * std::size_t(std::max(width, 1)) * std::size_t(std::max(height, 1));
  return std::max<std::size_t>(bytes / frame, 1);
}

// Several frames for each slot, so that slots finish together; fewer where frames are large.
std::size_t batchSize(const FrameSource& source) {
  const std::size_t affordable = framesIn(batch_bytes, source.width, source.height);
  return std::min({affordable, 16 * source.slots, std::max<std::size_t>(source.frames, 1)});
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

// Colours that suit the whole animation, chosen from a few frames spread over it.
Result<std::vector<Color>> paletteOf(const FrameSource& source, ThreadPool* pool) {
  const auto chosen = paletteFrames(source.frames, source.width, source.height);
  std::vector<Image> samples(chosen.size(), Image(source.width, source.height));
  const auto frame_of = [&](std::size_t i) { return chosen[i]; };
  if (auto rendered = renderBatch(source, frame_of, samples, pool); !rendered) {
    return std::unexpected(rendered.error());
  }
  return choosePalette(samples, 255);
}

// Renders the frames of the span and hands them to the writer, a batch at a time.
Result<EncodeReport> addFrames(const FrameSource& source, const FrameSpan& span,
                               AnimationWriter& writer, ThreadPool* pool,
                               const Progress& progress) {
  EncodeReport report;
  std::vector<Image> batch(batchSize(source), Image(source.width, source.height));
  for (std::size_t done = 0; done < span.count; done += batch.size()) {
    if (progress.cancelled()) return cancelled();
    const auto frames = std::span(batch).first(std::min(batch.size(), span.count - done));
    const auto render_start = Clock::now();
    const auto frame_of = [&](std::size_t i) { return span.first + done + i; };
    if (auto rendered = renderBatch(source, frame_of, frames, pool); !rendered) {
      return std::unexpected(rendered.error());
    }
    report.seconds_render += secondsSince(render_start);
    const auto encode_start = Clock::now();
    if (auto added = writer.add(frames); !added) return std::unexpected(added.error());
    report.seconds_encode += secondsSince(encode_start);
    progress.report(double(done + frames.size()) / double(span.count));
  }
  return report;
}

// A program that opens the folder takes them for the animation's end.
void tellOfLeftovers(const std::string& path, std::size_t frames,
                     std::vector<std::string>& warnings) {
  const auto names = leftoverFrames(path, frames);
  if (names.empty()) return;
  const std::string which =
      names.size() == 1 ? names[0] : text(names.front(), " .. ", names.back());
  warnings.push_back(text(path, ": also holds ", names.size(),
                          names.size() == 1 ? " frame" : " frames", " of an earlier animation (",
                          which, "), which the programs that open it will show; remove ",
                          names.size() == 1 ? "it" : "them", " or choose another folder"));
}

}  // namespace

std::size_t slotsFor(const ThreadPool* pool, int width, int height) {
  const std::size_t threads = pool ? std::size_t(pool->threads()) : 1;
  return std::min(threads, framesIn(slot_bytes, width, height));
}

FrameSpan FrameSelection::of(std::size_t frames) const {
  const std::size_t from = std::min(first, frames), to = std::max(from, std::min(end, frames));
  // Products of frames and shares stay far within 64 bits: there are at most a million of each.
  const auto bound = [&](std::size_t i) { return from + (to - from) * i / shares; };
  return {bound(share), bound(share + 1) - bound(share)};
}

Result<EncodeReport> encodeFrames(const FrameSource& source, const std::string& path,
                                  AnimationFormat format, AnimationOptions options,
                                  ThreadPool* pool, const Progress& progress) {
  if (!source.selection.isAll() && format != AnimationFormat::png_sequence) {
    return fail(ErrorCode::invalid_argument,
                text(path, ": only a folder of PNGs can be made of part of the frames"));
  }
  const FrameSpan span = source.selection.of(source.frames);
  if (span.count == 0 && source.frames > 0) return EncodeReport{};
  options.width = source.width;
  options.height = source.height;
  options.first_number = span.first + 1;
  options.opaque = source.opaque;
  options.progress = progress;
  if (format == AnimationFormat::gif && options.palette.empty()) {
    auto palette = paletteOf(source, pool);
    if (!palette) return std::unexpected(palette.error());
    options.palette = std::move(*palette);
  }
  const auto writer = AnimationWriter::create(path, format, options, pool);
  if (!writer) return std::unexpected(writer.error());
  auto report = addFrames(source, span, **writer, pool, progress);
  if (!report) return report;
  const auto finish_start = Clock::now();
  auto written = (*writer)->finish();
  if (!written) return std::unexpected(written.error());
  report->paths = std::move(written->paths);
  report->warnings = std::move(written->warnings);
  if (format == AnimationFormat::png_sequence && source.selection.isAll()) {
    tellOfLeftovers(path, span.count, report->warnings);
  }
  report->seconds_encode += secondsSince(finish_start);
  return report;
}

}  // namespace vide

// SPDX-License-Identifier: MIT
// The functions behind src/studio.ts, their only caller: a document that a page edits. All goes
// through one of them, so that the methods (src/protocol.ts) need no functions of their own.
// As in wasm_api.cpp, vide_size() says how many bytes a returned pointer shows, and vide_error()
// why a call returned null.
//
//   vide_studio_open() -> studio
//   vide_studio_close(studio)
//   vide_studio_call(studio, method, method_bytes, json, json_bytes, blobs, blob_count) -> json
//     All texts are UTF-8 without an end mark. `blobs` points at two 32-bit numbers for each blob:
//     where it lies and how many bytes it has. The caller keeps (and releases) all of that memory.
//   vide_studio_blob_count(studio) -> of the last answer
//   vide_studio_blob(studio, index) -> bytes, until the next call
//   vide_blend_passes() -> json, by mode, for who paints
//
// What the module asks of the page:
//
//   env.vide_progress(fraction) -> 1 to stop the call that runs, else 0
//   env.vide_encode_png(rgba, width, height, bytes) -> file
//     `rgba` are straight pixels, top row first. Returns memory of vide_allocate() with the PNG
//     file and writes its length as a 32-bit number to `bytes`; the module releases it. Returns 0
//     where the page cannot encode.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/wasm/blending.hpp"
#include "bindings/wasm/results.hpp"
#include "vide/studio/studio.hpp"

#define VIDE_IMPORT(name) extern "C" [[clang::import_module("env"), clang::import_name(#name)]]

VIDE_IMPORT(vide_progress) int vide_progress(double fraction);
VIDE_IMPORT(vide_encode_png)
std::uint8_t* vide_encode_png(const std::uint8_t* rgba, int width, int height,
                              std::uint32_t* bytes);

namespace {

using vide::wasm::failed;
using vide::wasm::show;

struct OpenStudio {
  vide::Studio studio;
  vide::Answer answer;
};

struct BlobRecord {
  const std::uint8_t* data;
  std::uint32_t bytes;
};
static_assert(sizeof(BlobRecord) == 8);

vide::Result<vide::Blob> encodePng(const vide::Image& image) {
  std::uint32_t bytes = 0;
  std::uint8_t* file = vide_encode_png(image.rgba.data(), image.width, image.height, &bytes);
  if (!file) return vide::fail(vide::ErrorCode::unsupported, "the page could not make a PNG");
  vide::Blob copy(file, file + bytes);
  std::free(file);
  return copy;
}

// Asks the page each time, until it says stop.
vide::Progress pageProgress() {
  struct State {
    double fraction = 0;
    bool is_stopped = false;
  };
  const auto state = std::make_shared<State>();
  const auto ask = [state] {
    if (!state->is_stopped) state->is_stopped = vide_progress(state->fraction) != 0;
    return state->is_stopped;
  };
  const auto report = [state, ask](double fraction) {
    state->fraction = fraction;
    ask();
  };
  return vide::Progress(report, ask);
}

}  // namespace

VIDE_EXPORT(vide_studio_open) OpenStudio* vide_studio_open() {
  return std::make_unique<OpenStudio>(vide::Studio({.encode_png = encodePng})).release();
}
VIDE_EXPORT(vide_studio_close) void vide_studio_close(OpenStudio* open) {
  std::unique_ptr<OpenStudio>{open};
}

VIDE_EXPORT(vide_studio_call)
const void* vide_studio_call(OpenStudio* open, const char* method, std::size_t method_bytes,
                             const char* json, std::size_t json_bytes, const BlobRecord* blobs,
                             std::size_t blob_count) {
  std::vector<vide::BlobView> views;
  for (const BlobRecord& blob : std::span(blobs, blob_count)) {
    views.emplace_back(blob.data, blob.bytes);
  }
  open->answer = {};
  auto answer =
      open->studio.call({method, method_bytes}, {json, json_bytes}, views, pageProgress());
  if (!answer) return failed(answer.error());
  open->answer = *std::move(answer);
  return show(open->answer.json);
}

VIDE_EXPORT(vide_studio_blob_count) std::size_t vide_studio_blob_count(const OpenStudio* open) {
  return open->answer.blobs.size();
}
VIDE_EXPORT(vide_studio_blob)
const void* vide_studio_blob(const OpenStudio* open, std::size_t index) {
  const auto& blobs = open->answer.blobs;
  if (index < blobs.size()) return show(std::span<const std::uint8_t>(blobs[index]));
  return failed({vide::ErrorCode::not_found, "there is no blob " + std::to_string(index)});
}

VIDE_EXPORT(vide_blend_passes) const void* vide_blend_passes() {
  static const std::string passes = vide::wasm::describeBlending().dump();
  return show(passes);
}

// SPDX-License-Identifier: MIT
// The functions that a page calls. Numbers and pointers into the module's memory go in and out;
// how long what a pointer shows is, vide_size() says until the next call. A call that fails returns
// null or 0, and vide_error() says why. src/vide.ts is the only caller.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "bindings/wasm/character.hpp"
#include "bindings/wasm/results.hpp"

namespace {

using vide::wasm::Character;
using vide::wasm::DrawnRecord;
using vide::wasm::last_error;
using vide::wasm::show;
using vide::wasm::size_of_result;

int succeeded(const vide::Result<void>& result) {
  if (!result) last_error = result.error().message;
  return result.has_value();
}

bool isLayer(const Character& character, std::uint32_t index) {
  if (index < character.document().layers.size()) return true;
  last_error = "there is no layer " + std::to_string(index);
  return false;
}

}  // namespace

VIDE_EXPORT(vide_size) std::size_t vide_size() { return size_of_result; }
VIDE_EXPORT(vide_error) const void* vide_error() { return show(last_error); }
VIDE_EXPORT(vide_version) const void* vide_version() {
  static const std::string version = VIDE_VERSION;
  return show(version);
}

VIDE_EXPORT(vide_allocate) void* vide_allocate(std::size_t bytes) { return std::malloc(bytes); }
VIDE_EXPORT(vide_release) void vide_release(void* memory) { std::free(memory); }

VIDE_EXPORT(vide_open) Character* vide_open(const std::uint8_t* glb, std::size_t bytes) {
  auto character = Character::open({glb, bytes});
  if (character) return std::make_unique<Character>(*std::move(character)).release();
  last_error = character.error().message;
  return nullptr;
}
VIDE_EXPORT(vide_close) void vide_close(Character* character) {
  std::unique_ptr<Character>{character};
}

VIDE_EXPORT(vide_describe) const void* vide_describe(const Character* character) {
  return show(character->description());
}
VIDE_EXPORT(vide_image) const void* vide_image(const Character* character, std::uint32_t index) {
  const auto& images = character->document().images;
  if (index < images.size()) return show(std::span<const std::uint8_t>(images[index].encoded));
  last_error = "there is no image " + std::to_string(index);
  return nullptr;
}
VIDE_EXPORT(vide_uv) const void* vide_uv(const Character* character, std::uint32_t layer) {
  return isLayer(*character, layer) ? show(character->uv(layer)) : nullptr;
}
VIDE_EXPORT(vide_triangles)
const void* vide_triangles(const Character* character, std::uint32_t layer) {
  return isLayer(*character, layer) ? show(character->triangles(layer)) : nullptr;
}

VIDE_EXPORT(vide_play)
int vide_play(Character* character, int track, std::uint32_t clip, double fade, double time,
              double speed, double weight) {
  return succeeded(
      character->play(track, clip, {.fade = fade, .time = time, .speed = speed, .weight = weight}));
}
VIDE_EXPORT(vide_stop) int vide_stop(Character* character, int track, double fade) {
  return succeeded(character->stop(track, fade));
}
VIDE_EXPORT(vide_advance) const void* vide_advance(Character* character, double seconds) {
  if (seconds >= 0 && std::isfinite(seconds)) return show(character->advance(seconds));
  last_error = "time goes on by 0 s or more";
  return nullptr;
}
VIDE_EXPORT(vide_show) int vide_show(Character* character, std::uint32_t clip, double time) {
  if (std::isfinite(time)) return succeeded(character->show(clip, time));
  last_error = "the time is not a number";
  return 0;
}

VIDE_EXPORT(vide_positions)
const void* vide_positions(const Character* character, std::uint32_t layer) {
  return isLayer(*character, layer) ? show(character->positions(layer)) : nullptr;
}
VIDE_EXPORT(vide_drawn) const void* vide_drawn(const Character* character) {
  return show(character->drawn());
}

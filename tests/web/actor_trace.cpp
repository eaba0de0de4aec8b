// SPDX-License-Identifier: MIT
// actor_trace FILE.glb OUT: what an Actor of that file shows, moment for moment, as the tests of
// bindings/wasm ask the same of the module in the browser. Every moment is, in 32-bit numbers: how
// many layers are seen; of each its index, its mask or -1, opacity and tint; then the positions of
// all layers.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "vide/formats/gltf_character.hpp"
#include "vide/stage/actor.hpp"

using namespace vide;

namespace {

void writeMoment(const Actor& actor, std::ofstream& out) {
  const auto write = [&](const auto& number) {
    static_assert(sizeof number == 4);
    out.write(reinterpret_cast<const char*>(&number), 4);
  };
  write(std::uint32_t(actor.drawn().size()));
  for (const DrawnLayer& one : actor.drawn()) {
    write(std::uint32_t(one.layer));
    write(one.mask ? std::int32_t(*one.mask) : std::int32_t(-1));
    write(float(one.look.opacity));
    write(float(one.look.tint.x));
    write(float(one.look.tint.y));
    write(float(one.look.tint.z));
  }
  for (std::size_t i = 0; i < actor.document().layers.size(); ++i) {
    const auto positions = actor.positions(i);
    out.write(reinterpret_cast<const char*>(positions.data()),
              std::streamsize(positions.size_bytes()));
  }
}

// Five moments of every clip, then a second in which the first fades into the last.
bool trace(Actor& actor, std::ofstream& out) {
  writeMoment(actor, out);
  const auto& clips = actor.document().clips;
  for (const Clip& clip : clips) {
    for (int k = 0; k < 5; ++k) {
      actor.show(clip, clip.duration * k / 4);
      writeMoment(actor, out);
    }
  }
  if (clips.empty()) return true;
  if (!actor.player().play(0, clips.front().id, {.fade = 0})) return false;
  for (int frame = 0; frame < 30; ++frame) {
    if (frame == 12 && !actor.player().play(0, clips.back().id, {.fade = 0.3})) return false;
    actor.advance(1.0 / 30);
    writeMoment(actor, out);
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto gltf =
      GltfDocument::parse({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!gltf) return 1;
  auto document = documentIn(*gltf);
  if (!document) return 1;
  auto actor = Actor::create(*std::move(document));
  std::ofstream out(argv[2], std::ios::binary);
  return actor && trace(*actor, out) && out ? 0 : 1;
}

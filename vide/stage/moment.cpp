// SPDX-License-Identifier: MIT
#include "vide/stage/moment.hpp"

namespace vide {

Moment momentOf(const Player& player, int track) {
  const auto playing = player.playing(track);
  if (!playing) return {};
  Moment moment{playing->clip, playing->time};
  if (const auto leaving = player.fadingOut(track)) {
    moment.from = leaving->clip;
    moment.from_time = leaving->time;
    moment.share = playing->share;
  }
  return moment;
}

}  // namespace vide

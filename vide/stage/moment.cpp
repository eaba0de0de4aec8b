// SPDX-License-Identifier: MIT
#include "vide/stage/moment.hpp"

namespace vide {

Moment momentOf(const Player& player, int track) {
  const Player::Turn turn = player.turn(track);
  return {turn.clip, turn.time, turn.from, turn.from_time, turn.share};
}

}  // namespace vide

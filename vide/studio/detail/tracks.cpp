// SPDX-License-Identifier: MIT
#include "vide/studio/detail/tracks.hpp"

#include "vide/studio/detail/names.hpp"

namespace vide::detail {

KeyAddress readKeyAddress(Arguments& arguments) {
  KeyAddress address;
  address.track.of = arguments.oneOf<TrackOf>("of", track_of_names);
  address.track.owner = arguments.id("owner");
  address.track.shape = arguments.integerIf("shape").value_or(0);
  address.track.channel = arguments.oneOf<Channel>("channel", channel_names);
  address.time = arguments.number("time");
  return address;
}

std::string describe(const TrackName& track) {
  return text("'", nameOf(track.channel, channel_names), "' of ", nameOf(track.of, track_of_names),
              " ", track.owner);
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/studio/detail/tracks.hpp"

#include "vide/studio/detail/names.hpp"

namespace vide::detail {

TrackName readTrackName(Arguments& arguments) {
  TrackName track;
  track.of = arguments.oneOf<TrackOf>("of", track_of_names);
  track.owner = arguments.id("owner");
  track.shape = arguments.integerIf("shape").value_or(0);
  track.channel = arguments.oneOf<Channel>("channel", channel_names);
  return track;
}

KeyAddress readKeyAddress(Arguments& arguments) {
  const TrackName track = readTrackName(arguments);
  return {track, arguments.number("time")};
}

std::string describe(const TrackName& track) {
  return text("'", nameOf(track.channel, channel_names), "' of ", nameOf(track.of, track_of_names),
              " ", track.owner);
}

}  // namespace vide::detail

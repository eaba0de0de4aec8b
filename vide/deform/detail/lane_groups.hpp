// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "vide/core/inline.hpp"

// Registers that hold G lanes of four floats each (16, 32 or 64 bytes), in the vector extension of
// GCC and clang. Everything is inlined into a caller that is compiled for a machine with registers
// of that width.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"  // about calls, and none is left
#endif

namespace vide::detail {

template <int G>
struct LaneTypes {
  typedef float Floats __attribute__((vector_size(16 * G)));
  typedef std::int32_t Ints __attribute__((vector_size(16 * G)));
  typedef float Unaligned __attribute__((vector_size(16 * G), aligned(4), may_alias));
};
template <int G>
using Floats = typename LaneTypes<G>::Floats;
template <int G>
using Ints = typename LaneTypes<G>::Ints;

template <int G>
VIDE_INLINE Floats<G> load(const float* from) {
  return *reinterpret_cast<const typename LaneTypes<G>::Unaligned*>(from);
}
template <int G>
VIDE_INLINE void store(float* to, const Floats<G>& value) {
  *reinterpret_cast<typename LaneTypes<G>::Unaligned*>(to) = value;
}
template <int G>
VIDE_INLINE Floats<G> all(float value) {
  return value - Floats<G>{};  // adding zero would turn -0 into 0, so it would not be folded
}

// Element e of the result is element Place::of(e) of a and b one after the other.
template <int G, class Place, int... E>
VIDE_INLINE Floats<G> arranged(const Floats<G>& a, const Floats<G>& b,
                               std::integer_sequence<int, E...>) {
  return __builtin_shufflevector(a, b, Place::of(E)...);
}
template <int G, class Place>
VIDE_INLINE Floats<G> arranged(const Floats<G>& a, const Floats<G>& b) {
  return arranged<G, Place>(a, b, std::make_integer_sequence<int, 4 * G>());
}

// Within each lane: 0 .. 3 are the floats of a's lane, 4 .. 7 those of b's.
template <int G, int... Picks>
struct InLanePlace {
  static constexpr int of(int e) {
    constexpr int picks[] = {Picks...};
    const int pick = picks[e % 4], lane = e - e % 4;
    return pick < 4 ? lane + pick : 4 * G + lane + pick - 4;
  }
};
template <int G, int P0, int P1, int P2, int P3>
VIDE_INLINE Floats<G> inLanes(const Floats<G>& a, const Floats<G>& b) {
  return arranged<G, InLanePlace<G, P0, P1, P2, P3>>(a, b);
}
template <int G, int Pick>
VIDE_INLINE Floats<G> inLanes(const Floats<G>& a) {
  return inLanes<G, Pick, Pick, Pick, Pick>(a, a);
}

// Whole lanes: 0 .. G - 1 are those of a, G .. 2 G - 1 those of b.
template <int... Lanes>
struct LanePlace {
  static constexpr int of(int e) {
    constexpr int lanes[] = {Lanes...};
    return 4 * lanes[e / 4] + e % 4;
  }
};

template <class Half, int... E>
VIDE_INLINE auto joined(const Half& a, const Half& b, std::integer_sequence<int, E...>) {
  return __builtin_shufflevector(a, b, E...);
}
// Lane l from the four floats at at(l).
template <int G, int First = 0>
VIDE_INLINE Floats<G> gathered(const auto& at) {
  if constexpr (G == 1) {
    return load<1>(at(First));
  } else {
    return joined(gathered<G / 2, First>(at), gathered<G / 2, First + G / 2>(at),
                  std::make_integer_sequence<int, 4 * G>());
  }
}

// Four registers, and four floats of every lane in them, exchange rows for columns: element j of a
// lane of column c is element c of that lane of register j.
template <int G>
VIDE_INLINE void transpose(const Floats<G> (&in)[4], Floats<G> (&out)[4]) {
  const Floats<G> low01 = inLanes<G, 0, 4, 1, 5>(in[0], in[1]);
  const Floats<G> low23 = inLanes<G, 0, 4, 1, 5>(in[2], in[3]);
  const Floats<G> high01 = inLanes<G, 2, 6, 3, 7>(in[0], in[1]);
  const Floats<G> high23 = inLanes<G, 2, 6, 3, 7>(in[2], in[3]);
  out[0] = inLanes<G, 0, 1, 4, 5>(low01, low23);
  out[1] = inLanes<G, 2, 3, 6, 7>(low01, low23);
  out[2] = inLanes<G, 0, 1, 4, 5>(high01, high23);
  out[3] = inLanes<G, 2, 3, 6, 7>(high01, high23);
}

// Vectors of three floats come from memory without gaps. The block of four registers holds 4 G of
// them, vertex G j + l in lane l of register j; the fourth float of a lane is padding.
template <int G, int Out>
struct DensePlace {
  static constexpr int of(int e) {
    const int dense = 4 * G * Out + e;
    return 4 * (dense / 3) + dense % 3 - 4 * G * Out;
  }
};
template <int G>
VIDE_INLINE void storePadded(float* to, const Floats<G> (&padded)[4]) {
  store<G>(to, arranged<G, DensePlace<G, 0>>(padded[0], padded[1]));
  store<G>(to + 4 * G, arranged<G, DensePlace<G, 1>>(padded[1], padded[2]));
  store<G>(to + 8 * G, arranged<G, DensePlace<G, 2>>(padded[2], padded[3]));
}

}  // namespace vide::detail

// SPDX-License-Identifier: MIT
#include "vide/deform/detail/skinning_kernels.hpp"

#include <bit>

#include "vide/core/float4.hpp"
#include "vide/core/wide_registers.hpp"
#include "vide/deform/detail/lane_groups.hpp"
#include "vide/deform/detail/scalar_skinning.hpp"

namespace vide::detail {
namespace {

// How a matrix's columns (x, y, z and the translation) fill registers: one each, two or all four.
template <int G>
struct BlendedMatrix {
  static constexpr int parts = 4 / G;
  Floats<G> part[parts];
};

// sum = weight * matrix, or sum += weight * matrix.
template <int G>
VIDE_INLINE void setProduct(BlendedMatrix<G>& sum, const SkinMatrix& matrix, float weight) {
#pragma GCC unroll 4
  for (int p = 0; p < sum.parts; ++p) {
    sum.part[p] = weight * load<G>(matrix.column[0].data() + 4 * G * p);
  }
}
template <int G>
VIDE_INLINE void addProduct(BlendedMatrix<G>& sum, const SkinMatrix& matrix, float weight) {
#pragma GCC unroll 4
  for (int p = 0; p < sum.parts; ++p) {
    sum.part[p] += weight * load<G>(matrix.column[0].data() + 4 * G * p);
  }
}

template <int G>
VIDE_INLINE BlendedMatrix<G> blended(const SkinMatrix* transforms, const std::uint16_t* handle,
                                     const float* weight, int count) {
  BlendedMatrix<G> sum;
  setProduct<G>(sum, transforms[handle[0]], weight[0]);
  for (int k = 1; k < count; ++k) addProduct<G>(sum, transforms[handle[k]], weight[k]);
  return sum;
}

// Four handles in one load: the ports that load are what these loops keep busiest.
struct FourHandles {
  std::uint64_t packed;

  VIDE_INLINE explicit FourHandles(const std::uint16_t* handles) {
    __builtin_memcpy(&packed, handles, sizeof packed);
  }
  // What handle k, 0 .. 3, names.
  template <class Transform>
  VIDE_INLINE const Transform& in(const Transform* transforms, int k) const {
    static_assert(std::has_single_bit(sizeof(Transform)));
    const int place = std::endian::native == std::endian::little ? k : 3 - k;
    const int right = 16 * place - std::countr_zero(sizeof(Transform));
    const std::uint64_t distance =
        (right < 0 ? packed << -right : packed >> right) & (0xffff * sizeof(Transform));
    return *reinterpret_cast<const Transform*>(reinterpret_cast<const char*>(transforms) +
                                               distance);
  }
};

// The same for a number of influences that is known beforehand, a multiple of four.
template <int G, int Influences>
VIDE_INLINE BlendedMatrix<G> blended(const SkinMatrix* transforms, const std::uint16_t* handle,
                                     const float* weight) {
  BlendedMatrix<G> sum;
#pragma GCC unroll 2
  for (int k = 0; k < Influences; k += 4) {
    const FourHandles four(handle + k);
    if (k == 0) {
      setProduct<G>(sum, four.in(transforms, 0), weight[0]);
    } else {
      addProduct<G>(sum, four.in(transforms, 0), weight[k]);
    }
    addProduct<G>(sum, four.in(transforms, 1), weight[k + 1]);
    addProduct<G>(sum, four.in(transforms, 2), weight[k + 2]);
    addProduct<G>(sum, four.in(transforms, 3), weight[k + 3]);
  }
  return sum;
}

// Where column `Part` G + lane finds its coordinate: vector J of a dense register, or the constant
// beside it for the translation.
template <int G, int J, int Part>
struct SpreadPlace {
  static constexpr int of(int e) {
    const int column = Part * G + e / 4;
    return column < 3 ? 3 * J + column : 4 * G;
  }
};

// The columns times the coordinates of vector J, added up as far as they share a register.
template <int G, int J>
VIDE_INLINE Floats<G> scaledColumns(const BlendedMatrix<G>& m, const Floats<G>& dense,
                                    const Floats<G>& last) {
  if constexpr (G == 4) {
    return m.part[0] * arranged<G, SpreadPlace<G, J, 0>>(dense, last);
  } else if constexpr (G == 2) {
    return m.part[0] * arranged<G, SpreadPlace<G, J, 0>>(dense, last) +
           m.part[1] * arranged<G, SpreadPlace<G, J, 1>>(dense, last);
  } else {
    return (m.part[0] * inLanes<1, 0>(dense) + m.part[2] * inLanes<1, 2>(dense)) +
           (m.part[1] * inLanes<1, 1>(dense) + m.part[3] * last);
  }
}

// Moves the G vectors at `from` (4 G floats are read) into a lane each. The sums are
// (x + z) + (y + translation) for every G.
template <int G>
VIDE_INLINE Floats<G> transformed(const BlendedMatrix<G> (&m)[G], const float* from,
                                  const Floats<G>& last) {
  const Floats<G> dense = load<G>(from);
  if constexpr (G == 4) {
    const Floats<4> a = scaledColumns<4, 0>(m[0], dense, last),
                    b = scaledColumns<4, 1>(m[1], dense, last),
                    c = scaledColumns<4, 2>(m[2], dense, last),
                    d = scaledColumns<4, 3>(m[3], dense, last);
    const Floats<4> ab =
        arranged<4, LanePlace<0, 1, 4, 5>>(a, b) + arranged<4, LanePlace<2, 3, 6, 7>>(a, b);
    const Floats<4> cd =
        arranged<4, LanePlace<0, 1, 4, 5>>(c, d) + arranged<4, LanePlace<2, 3, 6, 7>>(c, d);
    return arranged<4, LanePlace<0, 2, 4, 6>>(ab, cd) + arranged<4, LanePlace<1, 3, 5, 7>>(ab, cd);
  } else if constexpr (G == 2) {
    const Floats<2> a = scaledColumns<2, 0>(m[0], dense, last),
                    b = scaledColumns<2, 1>(m[1], dense, last);
    return arranged<2, LanePlace<0, 2>>(a, b) + arranged<2, LanePlace<1, 3>>(a, b);
  } else {
    return scaledColumns<1, 0>(m[0], dense, last);
  }
}

template <int G>
VIDE_INLINE Floats<G> inverseRoots(const Floats<G>& x) {
  return inverseRoot(x, reinterpret_cast<Ints<G>>(x));
}

// Makes the vectors in all lanes unit vectors.
template <int G>
VIDE_INLINE void normalize(Floats<G> (&block)[4]) {
  Floats<G> axis[4];
  transpose<G>(block, axis);
  const Floats<G> scale =
      inverseRoots<G>((axis[0] * axis[0] + axis[1] * axis[1]) + axis[2] * axis[2]);
  block[0] *= inLanes<G, 0>(scale);
  block[1] *= inLanes<G, 1>(scale);
  block[2] *= inLanes<G, 2>(scale);
  block[3] *= inLanes<G, 3>(scale);
}

// How many vertices the wide kernels do: whole blocks, whose loads reach G floats too far.
template <int G>
std::size_t wideVertices(const SkinningBuffers& b) {
  const std::size_t reach = 4 * G + (G + 2) / 3;
  return b.vertices < reach ? 0 : (b.vertices - reach) / (4 * G) * (4 * G) + 4 * G;
}

// Fetches what a block of `bytes` will need some blocks later; streams as many as these, one of
// them written, come faster so than by the machine's own guess.
enum class Access { read, write };
template <Access Kind>
VIDE_INLINE void fetchAhead(const void* block, std::size_t bytes) {
  constexpr std::size_t distance = 2048, line = 64;
  for (std::size_t at = 0; at < bytes; at += line) {
    __builtin_prefetch(static_cast<const char*>(block) + distance + at, Kind == Access::write);
  }
}
template <int G>
VIDE_INLINE void fetchAhead(const SkinningBuffers& b, std::size_t v, std::size_t influences) {
  constexpr std::size_t vertices = 4 * G, vectors = vertices * 3 * sizeof(float);
  fetchAhead<Access::read>(b.handles + v * influences,
                           vertices * influences * sizeof(std::uint16_t));
  fetchAhead<Access::read>(b.weights + v * influences, vertices * influences * sizeof(float));
  fetchAhead<Access::read>(b.positions + 3 * v, vectors);
  fetchAhead<Access::write>(b.out_positions + 3 * v, vectors);
  if (!b.normals) return;
  fetchAhead<Access::read>(b.normals + 3 * v, vectors);
  fetchAhead<Access::write>(b.out_normals + 3 * v, vectors);
}

enum class Moved { positions, positions_and_normals };

template <int G, int Influences, Moved What>
VIDE_INLINE void matrixBlocks(const SkinMatrix* transforms, const SkinningBuffers& b) {
  const std::size_t influences = std::size_t(Influences > 0 ? Influences : b.influences);
  const std::size_t end = wideVertices<G>(b);
  for (std::size_t v = 0; v < end; v += 4 * G) {
    fetchAhead<G>(b, v, influences);
    Floats<G> points[4], normals[4];
#pragma GCC unroll 4
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t first = v + G * j;
      BlendedMatrix<G> m[G];
#pragma GCC unroll 4
      for (std::size_t i = 0; i < G; ++i) {
        const std::size_t entry = (first + i) * influences;
        if constexpr (Influences > 0) {
          m[i] = blended<G, Influences>(transforms, b.handles + entry, b.weights + entry);
        } else {
          m[i] = blended<G>(transforms, b.handles + entry, b.weights + entry, b.influences);
        }
      }
      points[j] = transformed<G>(m, b.positions + 3 * first, all<G>(1));
      if constexpr (What == Moved::positions_and_normals) {
        normals[j] = transformed<G>(m, b.normals + 3 * first, all<G>(0));
      }
    }
    storePadded<G>(b.out_positions + 3 * v, points);
    if constexpr (What == Moved::positions_and_normals) {
      normalize<G>(normals);
      storePadded<G>(b.out_normals + 3 * v, normals);
    }
  }
  blendMatricesFrom(end, transforms, b);
}

template <int G, Moved What>
VIDE_INLINE void blendMatrices(const SkinMatrix* transforms, const SkinningBuffers& b) {
  if (b.influences == 4) return matrixBlocks<G, 4, What>(transforms, b);
  if (b.influences == 8) return matrixBlocks<G, 8, What>(transforms, b);
  matrixBlocks<G, 0, What>(transforms, b);
}
template <int G>
VIDE_INLINE void blendMatrices(const SkinMatrix* transforms, const SkinningBuffers& b) {
  if (b.normals) return blendMatrices<G, Moved::positions_and_normals>(transforms, b);
  blendMatrices<G, Moved::positions>(transforms, b);
}

template <int G>
struct BlendedDualQuaternions {
  Floats<G> real, dual;  // a vertex in each lane
};

// The weights 4 n .. 4 n + 3 of G vertices.
template <int G, int Influences, int N>
VIDE_INLINE Floats<G> fourWeights(const float* weights) {
  if constexpr (Influences == 4) return load<G>(weights);
  return gathered<G>([&](int lane) { return weights + Influences * lane + 4 * N; });
}

// Influences 4 N .. 4 N + 3 of G vertices: their motions, and their weights with the sign that puts
// each on the side of the strongest, which is the very first.
template <int G, int Influences, int N>
struct FourInfluences {
  Floats<G> real[4], dual[4], weights;

  VIDE_INLINE void load(const SkinDualQuaternion* transforms, const std::uint16_t* handles,
                        const float* all_weights) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
      const auto motion = [&](int lane) -> const SkinDualQuaternion& {
        return FourHandles(handles + Influences * lane + 4 * N).in(transforms, k);
      };
      real[k] = gathered<G>([&](int lane) { return motion(lane).real.data(); });
      dual[k] = gathered<G>([&](int lane) { return motion(lane).dual.data(); });
    }
    weights = fourWeights<G, Influences, N>(all_weights);
  }

  // Sums the products of all four in one go: (x + z) + (y + w) of product k ends in element k.
  VIDE_INLINE void chooseSigns(const Floats<G>& strongest) {
    const Floats<G> product[4] = {strongest * real[0], strongest * real[1], strongest * real[2],
                                  strongest * real[3]};
    const Floats<G> low = inLanes<G, 0, 1, 4, 5>(product[0], product[1]) +
                          inLanes<G, 2, 3, 6, 7>(product[0], product[1]);
    const Floats<G> high = inLanes<G, 0, 1, 4, 5>(product[2], product[3]) +
                           inLanes<G, 2, 3, 6, 7>(product[2], product[3]);
    const Floats<G> cosines = inLanes<G, 0, 2, 4, 6>(low, high) + inLanes<G, 1, 3, 5, 7>(low, high);
    const Ints<G> signs = reinterpret_cast<Ints<G>>(cosines) & INT32_MIN;
    weights = reinterpret_cast<Floats<G>>(reinterpret_cast<Ints<G>>(weights) ^ signs);
  }

  template <int K>
  VIDE_INLINE Floats<G> share() const {
    return inLanes<G, K>(weights);
  }
  VIDE_INLINE void addTo(BlendedDualQuaternions<G>& sum) const {
    sum = {sum.real + share<1>() * real[1], sum.dual + share<1>() * dual[1]};
    sum = {sum.real + share<2>() * real[2], sum.dual + share<2>() * dual[2]};
    sum = {sum.real + share<3>() * real[3], sum.dual + share<3>() * dual[3]};
  }
};

template <int G, int Influences>
VIDE_INLINE BlendedDualQuaternions<G> blended(const SkinDualQuaternion* transforms,
                                              const std::uint16_t* handles, const float* weights) {
  FourInfluences<G, Influences, 0> first;
  first.load(transforms, handles, weights);
  const Floats<G> strongest = first.real[0];
  first.chooseSigns(strongest);
  BlendedDualQuaternions<G> sum{first.template share<0>() * first.real[0],
                                first.template share<0>() * first.dual[0]};
  first.addTo(sum);
  if constexpr (Influences == 8) {
    FourInfluences<G, Influences, 1> second;
    second.load(transforms, handles, weights);
    second.chooseSigns(strongest);
    sum = {sum.real + second.template share<0>() * second.real[0],
           sum.dual + second.template share<0>() * second.dual[0]};
    second.addTo(sum);
  }
  return sum;
}

template <int G>
struct Vectors {
  Floats<G> x, y, z;
};
template <int G>
VIDE_INLINE Vectors<G> cross(const Vectors<G>& a, const Vectors<G>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <int G>
VIDE_INLINE Vectors<G> sum(const Vectors<G>& a, const Vectors<G>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <int G>
VIDE_INLINE Vectors<G> scaled(const Floats<G>& s, const Vectors<G>& a) {
  return {s * a.x, s * a.y, s * a.z};
}

// The vectors of a block, an axis in each register, and back.
template <int G>
struct LanePositionPlace {
  static constexpr int of(int e) { return e % 4 < 3 ? 3 * (e / 4) + e % 4 : 0; }
};
template <int G>
VIDE_INLINE Vectors<G> loadVectors(const float* from) {
  Floats<G> padded[4], axis[4];
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
    const Floats<G> dense = load<G>(from + 3 * G * j);
    padded[j] = arranged<G, LanePositionPlace<G>>(dense, dense);
  }
  transpose<G>(padded, axis);
  return {axis[0], axis[1], axis[2]};
}
template <int G>
VIDE_INLINE void storeVectors(float* to, const Vectors<G>& v) {
  const Floats<G> axis[4] = {v.x, v.y, v.z, v.z};
  Floats<G> padded[4];
  transpose<G>(axis, padded);
  storePadded<G>(to, padded);
}

// As RigidBlend of the scalar twin, for a block of vertices.
template <int G>
struct RigidBlends {
  Vectors<G> u, d, shift;
  Floats<G> w, scale;

  VIDE_INLINE void set(const Floats<G> (&real)[4], const Floats<G> (&dual)[4]) {
    u = {real[0], real[1], real[2]};
    d = {dual[0], dual[1], dual[2]};
    w = real[3];
    scale = 2 / ((u.x * u.x + u.y * u.y) + (u.z * u.z + w * w));
    shift = {w * d.x - dual[3] * u.x, w * d.y - dual[3] * u.y, w * d.z - dual[3] * u.z};
  }
  VIDE_INLINE Vectors<G> turned(const Vectors<G>& v) const {
    const Vectors<G> t = sum<G>(cross<G>(u, v), scaled<G>(w, v));
    return sum<G>(v, scaled<G>(scale, cross<G>(u, t)));
  }
  VIDE_INLINE Vectors<G> moved(const Vectors<G>& v) const {
    const Vectors<G> t = sum<G>(sum<G>(cross<G>(u, v), scaled<G>(w, v)), d);
    return sum<G>(v, scaled<G>(scale, sum<G>(cross<G>(u, t), shift)));
  }
};

template <int G, int Influences>
VIDE_INLINE void dualQuaternionBlocks(const SkinDualQuaternion* transforms,
                                      const SkinningBuffers& b) {
  const std::size_t end = wideVertices<G>(b);
  for (std::size_t v = 0; v < end; v += 4 * G) {
    fetchAhead<G>(b, v, Influences);
    Floats<G> real[4], dual[4], real_axis[4], dual_axis[4];
#pragma GCC unroll 4
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t entry = (v + G * j) * Influences;
      const auto sum = blended<G, Influences>(transforms, b.handles + entry, b.weights + entry);
      real[j] = sum.real;
      dual[j] = sum.dual;
    }
    transpose<G>(real, real_axis);
    transpose<G>(dual, dual_axis);
    RigidBlends<G> blend;
    blend.set(real_axis, dual_axis);
    storeVectors<G>(b.out_positions + 3 * v, blend.moved(loadVectors<G>(b.positions + 3 * v)));
    if (!b.normals) continue;
    storeVectors<G>(b.out_normals + 3 * v, blend.turned(loadVectors<G>(b.normals + 3 * v)));
  }
  blendDualQuaternionsFrom(end, transforms, b);
}

template <int G>
VIDE_INLINE void blendDualQuaternions(const SkinDualQuaternion* transforms,
                                      const SkinningBuffers& b) {
  if (b.influences == 4) return dualQuaternionBlocks<G, 4>(transforms, b);
  if (b.influences == 8) return dualQuaternionBlocks<G, 8>(transforms, b);
  blendDualQuaternionsFrom(0, transforms, b);
}

// One set of kernels, compiled for the machine that `target` names.
#define VIDE_SKINNING_KERNELS(Name, G, target)                                    \
  struct Name {                                                                   \
    target static void matrices(const SkinMatrix* transforms,                     \
                                const SkinningBuffers& buffers) noexcept {        \
      blendMatrices<G>(transforms, buffers);                                      \
    }                                                                             \
    target static void dualQuaternions(const SkinDualQuaternion* transforms,      \
                                       const SkinningBuffers& buffers) noexcept { \
      blendDualQuaternions<G>(transforms, buffers);                               \
    }                                                                             \
  };

VIDE_SKINNING_KERNELS(BaselineKernels, 1, )
#ifdef VIDE_WIDE_REGISTERS
VIDE_SKINNING_KERNELS(Avx2Kernels, 2, __attribute__((target("avx2"))))
VIDE_SKINNING_KERNELS(Avx512Kernels, 4,
                      __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw"))))
#endif

// One vertex after the other: what the others are checked against.
struct ScalarKernels {
  static void matrices(const SkinMatrix* transforms, const SkinningBuffers& buffers) noexcept {
    blendMatricesFrom(0, transforms, buffers);
  }
  static void dualQuaternions(const SkinDualQuaternion* transforms,
                              const SkinningBuffers& buffers) noexcept {
    blendDualQuaternionsFrom(0, transforms, buffers);
  }
};

template <class Kernels>
constexpr SkinningKernels kernels(const char* name) {
  return {name, Kernels::matrices, Kernels::dualQuaternions};
}

constexpr SkinningKernels all_kernels[] = {
#ifdef VIDE_WIDE_REGISTERS
    kernels<Avx512Kernels>("AVX-512"), kernels<Avx2Kernels>("AVX2"),
#endif
    kernels<BaselineKernels>("baseline"), kernels<ScalarKernels>("scalar")};

std::size_t fastestHere() {
#ifdef VIDE_WIDE_REGISTERS
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
    return 0;
  }
  return __builtin_cpu_supports("avx2") ? 1 : 2;
#else
  return 0;
#endif
}

}  // namespace

std::span<const SkinningKernels> skinningKernels() noexcept {
  static const std::size_t fastest = fastestHere();
  return std::span(all_kernels).subspan(fastest);
}

}  // namespace vide::detail

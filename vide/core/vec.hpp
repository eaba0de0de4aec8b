// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace vide {

// A point or displacement in the plane; y points up.
struct Vec2 {
  double x = 0, y = 0;

  friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
  friend constexpr Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
  friend constexpr Vec2 operator*(double s, Vec2 a) { return a * s; }
  friend constexpr Vec2 operator/(Vec2 a, double s) { return {a.x / s, a.y / s}; }
  constexpr Vec2& operator+=(Vec2 b) { return *this = *this + b; }
  constexpr Vec2& operator-=(Vec2 b) { return *this = *this - b; }
  friend constexpr bool operator==(Vec2, Vec2) = default;
};

constexpr double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
// Twice the signed area of the triangle (0, a, b): positive when b lies counter-clockwise of a.
constexpr double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
constexpr double squaredLength(Vec2 a) { return dot(a, a); }
inline double length(Vec2 a) { return std::sqrt(squaredLength(a)); }
inline double distance(Vec2 a, Vec2 b) { return length(a - b); }
inline bool isFinite(Vec2 a) { return std::isfinite(a.x) && std::isfinite(a.y); }

// A pair of single-precision numbers as runtime buffers hold them, such as a texture coordinate.
struct Vec2f {
  float x = 0, y = 0;

  friend constexpr bool operator==(Vec2f, Vec2f) = default;
};

// A point or displacement in space; right-handed, y up.
struct Vec3 {
  double x = 0, y = 0, z = 0;

  friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr Vec3 operator*(double s, Vec3 a) { return a * s; }
  friend constexpr Vec3 operator/(Vec3 a, double s) { return {a.x / s, a.y / s, a.z / s}; }
  constexpr Vec3& operator+=(Vec3 b) { return *this = *this + b; }
  constexpr Vec3& operator-=(Vec3 b) { return *this = *this - b; }
  friend constexpr bool operator==(Vec3, Vec3) = default;
};

constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
constexpr double squaredLength(Vec3 a) { return dot(a, a); }
inline double length(Vec3 a) { return std::sqrt(squaredLength(a)); }
inline double distance(Vec3 a, Vec3 b) { return length(a - b); }
inline bool isFinite(Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
// The direction of `a`, or `fallback` where `a` has no length.
inline Vec3 normalized(Vec3 a, Vec3 fallback = {}) {
  const double size = length(a);
  return size > 0 ? a / size : fallback;
}

constexpr Vec2 xy(Vec3 a) { return {a.x, a.y}; }
constexpr Vec3 inPlane(Vec2 a) { return {a.x, a.y, 0}; }

}  // namespace vide

// SPDX-License-Identifier: MIT
#pragma once

#include "vide/core/vec.hpp"

namespace vide {

// A rotation as a unit quaternion, stored as glTF stores it (x, y, z, w).
struct Quat {
  double x = 0, y = 0, z = 0, w = 1;

  friend constexpr Quat operator*(Quat a, Quat b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
  }
  friend constexpr bool operator==(Quat, Quat) = default;
};

constexpr double dot(Quat a, Quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
constexpr Quat conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }
// Unit length; a quaternion without length becomes the identity.
Quat normalized(Quat q);
Vec3 rotate(Quat q, Vec3 v);
// `axis` need not be a unit vector; a zero axis gives the identity. Radians.
Quat rotationAbout(Vec3 axis, double angle);
// Counter-clockwise in the plane z = 0. Radians.
Quat rotationInPlane(double angle);
// The smallest rotation that turns the direction `from` into the direction `to`. Opposite
// directions turn about the axis perpendicular to `from` that is nearest to +z (in the plane: by a
// half turn that stays in it); a vector without length gives the identity.
Quat rotationBetween(Vec3 from, Vec3 to);
// Spherical interpolation on the shorter arc, t in 0..1.
Quat slerp(Quat a, Quat b, double t);
// The angle in (-pi, pi] by which `q` turns the plane z = 0 about +z (its twist about z). Radians.
double angleInPlane(Quat q);

// A 3 x 3 matrix by columns: the images of the three axes.
struct Mat3 {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

  friend constexpr Vec3 operator*(const Mat3& m, Vec3 v) {
    return m.x * v.x + m.y * v.y + m.z * v.z;
  }
  friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
    return {a * b.x, a * b.y, a * b.z};
  }
  friend constexpr bool operator==(const Mat3&, const Mat3&) = default;
};

constexpr double determinant(const Mat3& m) { return dot(m.x, cross(m.y, m.z)); }
Mat3 transpose(const Mat3& m);
// The matrix must be invertible.
Mat3 inverse(const Mat3& m);
Mat3 toMatrix(Quat q);
// `m` must be a rotation.
Quat toQuat(const Mat3& m);

// x -> linear * x + translation.
struct Affine3 {
  Mat3 linear;
  Vec3 translation;

  friend constexpr Vec3 operator*(const Affine3& t, Vec3 p) { return t.linear * p + t.translation; }
  friend constexpr Affine3 operator*(const Affine3& a, const Affine3& b) {
    return {a.linear * b.linear, a * b.translation};
  }
  friend constexpr bool operator==(const Affine3&, const Affine3&) = default;
};

inline bool isFinite(const Affine3& t) {
  return isFinite(t.linear.x) && isFinite(t.linear.y) && isFinite(t.linear.z) &&
         isFinite(t.translation);
}
Affine3 inverse(const Affine3& t);
constexpr Affine3 translationBy(Vec3 offset) { return {Mat3{}, offset}; }

// The parts that artists and files speak of. As a matrix it is
// translate * rotate * shear * scale, the shear being upper triangular with unit diagonal:
// x += shear.x * y + shear.y * z, y += shear.z * z.
struct Transform {
  Vec3 translation;
  Quat rotation;
  Vec3 scale{1, 1, 1};
  Vec3 shear;

  friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

Affine3 toAffine(const Transform& t);
// Exact for any invertible matrix: a mirrored one comes back with a negative scale.x.
Transform decompose(const Affine3& matrix);

}  // namespace vide

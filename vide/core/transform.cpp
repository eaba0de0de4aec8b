// SPDX-License-Identifier: MIT
#include "vide/core/transform.hpp"

#include <algorithm>

#include "vide/core/math.hpp"

namespace vide {

Quat normalized(Quat q) {
  const double size = std::sqrt(dot(q, q));
  return size > 0 ? Quat{q.x / size, q.y / size, q.z / size, q.w / size} : Quat{};
}

Vec3 rotate(Quat q, Vec3 v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2 * cross(u, v);
  return v + q.w * t + cross(u, t);
}

Quat rotationAbout(Vec3 axis, double angle) {
  const auto [s, c] = math::sinCos(angle / 2);
  const Vec3 u = normalized(axis);
  return squaredLength(u) > 0 ? Quat{u.x * s, u.y * s, u.z * s, c} : Quat{};
}

Quat rotationInPlane(double angle) {
  const auto [s, c] = math::sinCos(angle / 2);
  return {0, 0, s, c};
}

Quat rotationBetween(Vec3 from, Vec3 to) {
  const Vec3 a = normalized(from), b = normalized(to);
  if (squaredLength(a) == 0 || squaredLength(b) == 0) return {};
  const Vec3 axis = cross(a, b);
  const double c = dot(a, b);
  if (c > -1 + 1e-12) return normalized(Quat{axis.x, axis.y, axis.z, 1 + c});
  const Vec3 z{0, 0, 1}, x{1, 0, 0};
  const Vec3 upright = z - dot(z, a) * a;
  const Vec3 turn = normalized(squaredLength(upright) > 1e-12 ? upright : x - dot(x, a) * a);
  return {turn.x, turn.y, turn.z, 0};
}

Quat slerp(Quat a, Quat b, double t) {
  double c = dot(a, b);
  if (c < 0) {
    b = {-b.x, -b.y, -b.z, -b.w};
    c = -c;
  }
  double from = 1 - t, to = t;
  if (c < 1 - 1e-9) {
    const double angle = math::acos(c);
    const double s = math::sin(angle);
    from = math::sin((1 - t) * angle) / s;
    to = math::sin(t * angle) / s;
  }
  return normalized(Quat{from * a.x + to * b.x, from * a.y + to * b.y, from * a.z + to * b.z,
                         from * a.w + to * b.w});
}

double angleInPlane(Quat q) {
  const double sign = q.w < 0 ? -1 : 1;
  return 2 * math::atan2(sign * q.z, sign * q.w);
}

Mat3 transpose(const Mat3& m) {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

Mat3 inverse(const Mat3& m) {
  const double d = determinant(m);
  return transpose({cross(m.y, m.z) / d, cross(m.z, m.x) / d, cross(m.x, m.y) / d});
}

Mat3 toMatrix(Quat q) { return {rotate(q, {1, 0, 0}), rotate(q, {0, 1, 0}), rotate(q, {0, 0, 1})}; }

Quat toQuat(const Mat3& m) {
  // Shepperd's method: divide by the largest of the four components.
  const double trace = m.x.x + m.y.y + m.z.z;
  const double largest = std::max({trace, m.x.x, m.y.y, m.z.z});
  Quat q;
  if (largest == trace) {
    q = {m.y.z - m.z.y, m.z.x - m.x.z, m.x.y - m.y.x, 1 + trace};
  } else if (largest == m.x.x) {
    q = {1 + m.x.x - m.y.y - m.z.z, m.x.y + m.y.x, m.z.x + m.x.z, m.y.z - m.z.y};
  } else if (largest == m.y.y) {
    q = {m.x.y + m.y.x, 1 - m.x.x + m.y.y - m.z.z, m.y.z + m.z.y, m.z.x - m.x.z};
  } else {
    q = {m.z.x + m.x.z, m.y.z + m.z.y, 1 - m.x.x - m.y.y + m.z.z, m.x.y - m.y.x};
  }
  return normalized(q);
}

Affine3 inverse(const Affine3& t) {
  const Mat3 linear = inverse(t.linear);
  return {linear, -(linear * t.translation)};
}

Affine3 toAffine(const Transform& t) {
  const Mat3 shear_scale{{t.scale.x, 0, 0},
                         {t.shear.x * t.scale.y, t.scale.y, 0},
                         {t.shear.y * t.scale.z, t.shear.z * t.scale.z, t.scale.z}};
  return {toMatrix(t.rotation) * shear_scale, t.translation};
}

Transform decompose(const Affine3& matrix) {
  // Gram-Schmidt: rotation times an upper triangular matrix.
  const Mat3& m = matrix.linear;
  const double mirror = determinant(m) < 0 ? -1 : 1;
  const Vec3 ex = mirror * normalized(m.x, {1, 0, 0});
  const double xy = dot(ex, m.y);
  const Vec3 y = m.y - xy * ex;
  const Vec3 ey = normalized(y, {0, 1, 0});
  const Vec3 ez = cross(ex, ey);
  const Vec3 scale{dot(ex, m.x), dot(ey, m.y), dot(ez, m.z)};
  const auto ratio = [](double a, double b) { return b != 0 ? a / b : 0; };
  return {matrix.translation,
          toQuat({ex, ey, ez}),
          scale,
          {ratio(xy, scale.y), ratio(dot(ex, m.z), scale.z), ratio(dot(ey, m.z), scale.z)}};
}

}  // namespace vide

// SPDX-License-Identifier: MIT
#include "vide/formats/obj.hpp"

#include <algorithm>
#include <charconv>

#include "vide/core/text.hpp"

namespace vide {
namespace {

std::string nineDigits(double value) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 9);
  return {buffer, end.ptr};
}

std::string oneLine(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return name;
}

}  // namespace

std::string writeObj(std::span<const ObjObject> objects) {
  std::string out;
  Eigen::Index first_vertex = 1, first_uv = 1;  // OBJ counts from 1 over the whole file
  for (const ObjObject& object : objects) {
    const auto& [V, F] = object.mesh;
    out += text("o ", oneLine(object.name), "\n");
    for (Eigen::Index v = 0; v < V.rows(); ++v) {
      out += text("v ", nineDigits(V(v, 0)), " ", nineDigits(V(v, 1)), " ",
                  V.cols() > 2 ? nineDigits(V(v, 2)) : "0", "\n");
    }
    for (Eigen::Index v = 0; v < object.uv.rows(); ++v) {
      out += text("vt ", nineDigits(object.uv(v, 0)), " ", nineDigits(1 - object.uv(v, 1)), "\n");
    }
    for (Eigen::Index f = 0; f < F.rows(); ++f) {
      out += "f";
      for (int corner = 0; corner < 3; ++corner) {
        out += text(" ", F(f, corner) + first_vertex);
        if (object.uv.rows() > 0) out += text("/", F(f, corner) + first_uv);
      }
      out += "\n";
    }
    first_vertex += V.rows();
    first_uv += object.uv.rows();
  }
  return out;
}

}  // namespace vide

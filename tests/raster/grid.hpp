// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "vide/raster/draw_mesh.hpp"

namespace vide::test {

// A grid of cells x cells squares, two triangles each, over a picture's rectangle.
struct Grid {
  std::vector<float> positions;
  std::vector<Vec2f> uv;
  std::vector<int> triangles;

  Grid(int cells, double width, double height) {
    for (int j = 0; j <= cells; ++j) {
      for (int i = 0; i <= cells; ++i) {
        const double s = double(i) / cells;
        const double t = double(j) / cells;
        positions.push_back(float(s * width));
        positions.push_back(float((1 - t) * height));
        uv.push_back({float(s), float(t)});
      }
    }
    for (int j = 0; j < cells; ++j) {
      for (int i = 0; i < cells; ++i) addCell(j * (cells + 1) + i, cells + 1, (i + j) % 2 == 0);
    }
  }

  void addCell(int a, int stride, bool falling) {
    const int b = a + 1, c = a + stride, d = c + 1;
    if (falling) {
      triangles.insert(triangles.end(), {a, c, d, a, d, b});
    } else {
      triangles.insert(triangles.end(), {a, c, b, b, c, d});
    }
  }

  template <class Move>
  void move(Move move) {
    for (std::size_t i = 0; i < positions.size(); i += 2) {
      const Vec2 p = move(Vec2{positions[i], positions[i + 1]});
      positions[i] = float(p.x);
      positions[i + 1] = float(p.y);
    }
  }

  MeshDraw draw(const Texture& texture) const {
    return {.positions = positions, .uv = uv, .triangles = triangles, .texture = &texture};
  }
};

inline Image uniform(int width, int height, Color c) {
  Image image(width, height);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    image.rgba[i] = c.r;
    image.rgba[i + 1] = c.g;
    image.rgba[i + 2] = c.b;
    image.rgba[i + 3] = c.a;
  }
  return image;
}

// Every pixel its own colour and alpha, from a fixed sequence.
inline Image noise(int width, int height) {
  Image image(width, height);
  std::uint32_t state = 12345;
  for (auto& value : image.rgba) {
    state = state * 1664525U + 1013904223U;
    value = std::uint8_t(state >> 24);
  }
  return image;
}

// Over all channels; the colour of pixels that are transparent in both does not count.
inline int largestDifference(const Image& a, const Image& b) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  int largest = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    if (a.rgba[i + 3] == 0 && b.rgba[i + 3] == 0) continue;
    for (std::size_t k = i; k < i + 4; ++k) {
      largest = std::max(largest, std::abs(int(a.rgba[k]) - int(b.rgba[k])));
    }
  }
  return largest;
}

inline Image render(const MeshDraw& draw, const Camera2D& camera, int width, int height,
                    ThreadPool* pool = nullptr) {
  Canvas canvas(width, height);
  DrawContext context;
  REQUIRE(validate(draw, canvas).has_value());
  drawMesh(canvas, camera, draw, context, pool);
  return canvas.toImage();
}

}  // namespace vide::test

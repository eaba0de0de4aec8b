// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';

// Differences where the expected picture is smooth all around, and everywhere.
function compare({ width, height, painted, expected }) {
  const at = (x, y, c) => expected[4 * (width * y + x) + c];
  const isSmooth = (x, y) => {
    for (let c = 0; c < 4; ++c) {
      for (let dy = -1; dy <= 1; ++dy) {
        for (let dx = -1; dx <= 1; ++dx) {
          if (Math.abs(at(x + dx, y + dy, c) - at(x, y, c)) > 6) return false;
        }
      }
    }
    return true;
  };
  const result = { worst: 0, smooth: 0, seen: 0, mean: 0 };
  for (let y = 1; y + 1 < height; ++y) {
    for (let x = 1; x + 1 < width; ++x) {
      const i = 4 * (width * y + x);
      const off = Math.max(...[0, 1, 2, 3].map((c) => Math.abs(painted[i + c] - expected[i + c])));
      result.mean += off / (width * height);
      if (expected[i + 3] > 0) ++result.seen;
      if (!isSmooth(x, y)) continue;
      if (expected[i + 3] > 0) ++result.smooth;
      result.worst = Math.max(result.worst, off);
    }
  }
  return result;
}

/** `painted` and `expected`: premultiplied RGBA of a character, top row first. */
export function assertSamePicture(pictures) {
  const { worst, smooth, seen, mean } = compare(pictures);
  assert(seen > 40000, `${seen} pixels are seen`);
  assert(smooth > 0.6 * seen, `${smooth} of ${seen} pixels are smooth`);
  assert(worst <= 2, `away from edges ${worst} levels apart`);
  assert(mean < 0.5, `on the average ${mean} levels apart`);
}

// SPDX-License-Identifier: MIT
import { toClipSpace } from '../../../../bindings/wasm/src/painting.js';

/** Places of the attributes. */
export const slots = {
  rest: 0, uv: 1, bones: [2, 3], weights: [4, 5], posed: 6,
} as const;

/** Texture units. */
export const units = { picture: 0, clip: 1, matrices: 2, colors: 3 } as const;

export const layerVertex = `#version 300 es
precision highp float;
layout(location = 0) in vec2 rest;
layout(location = 1) in vec2 uv;
layout(location = 2) in uvec4 bones_a;
layout(location = 3) in uvec4 bones_b;
layout(location = 4) in vec4 weights_a;
layout(location = 5) in vec4 weights_b;
layout(location = 6) in vec2 posed;
uniform bool skinned;
uniform highp sampler2D matrices;  // a row for each bone: its two axes, its origin
uniform sampler2D colors;          // a row for each bone
uniform int bone;                  // whose weights are asked for
out vec2 at;
out vec3 corner;
out float weight;
out vec3 shade;
${toClipSpace}

vec2 position = vec2(0);
float sum = 0.0;

void follow(uint index, float share) {
  if (share == 0.0) return;
  int row = int(index);
  if (row == bone) weight += share;
  shade += share * texelFetch(colors, ivec2(0, row), 0).rgb;
  position += share * (texelFetch(matrices, ivec2(0, row), 0).xy * rest.x +
                       texelFetch(matrices, ivec2(1, row), 0).xy * rest.y +
                       texelFetch(matrices, ivec2(2, row), 0).xy);
  sum += share;
}

void main() {
  weight = 0.0;
  shade = vec3(0);
  for (int i = 0; i < 4; ++i) follow(bones_a[i], weights_a[i]);
  for (int i = 0; i < 4; ++i) follow(bones_b[i], weights_b[i]);
  if (!skinned) position = posed;
  else if (sum == 0.0) position = rest;
  gl_Position = toClipSpace(position);
  at = uv;
  int place = gl_VertexID % 3;
  corner = vec3(place == 0, place == 1, place == 2);
}`;

/** Weights above the picture, whose light and dark stay visible. */
export const weightFragment = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform float level;
uniform bool mixed;
in vec2 at;
in float weight;
in vec3 shade;
out vec4 color;

vec3 heat(float w) {
  vec3 stops[5] = vec3[](vec3(0.12, 0.15, 0.48), vec3(0.07, 0.52, 0.83), vec3(0.20, 0.78, 0.42),
                         vec3(1.00, 0.82, 0.22), vec3(0.93, 0.22, 0.13));
  float place = 4.0 * clamp(w, 0.0, 1.0);
  int below = min(int(place), 3);
  return mix(stops[below], stops[below + 1], place - float(below));
}

void main() {
  vec4 texel = textureLod(picture, at, level);
  float light = texel.a > 0.0 ? dot(texel.rgb / texel.a, vec3(0.3, 0.59, 0.11)) : 0.5;
  vec3 tone = (mixed ? shade : heat(weight)) * (0.7 + 0.5 * light);
  color = vec4(min(tone, 1.0), 1.0) * mix(0.25, 1.0, texel.a);
}`;

/** Edges of triangles that share no vertices. */
export const wireFragment = `#version 300 es
precision highp float;
uniform vec4 stroke;
uniform float thickness;  // pixels
in vec3 corner;
out vec4 color;
void main() {
  vec3 pixel = fwidth(corner);
  float half_width = 0.5 * thickness;
  vec3 inside = smoothstep(pixel * (half_width - 0.5), pixel * (half_width + 0.5), corner);
  float edge = 1.0 - min(min(inside.x, inside.y), inside.z);
  color = vec4(stroke.rgb, 1.0) * (stroke.a * edge);
}`;

/** One triangle over everything. */
export const sheetVertex = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}`;

/** A checkerboard. */
export const boardFragment = `#version 300 es
precision highp float;
uniform vec3 board;  // left, top, side of a square: pixels
uniform vec3 light;
uniform vec3 dark;
out vec4 color;
void main() {
  ivec2 cell = ivec2((gl_FragCoord.xy - board.xy) / board.z + vec2(65536.0));
  color = vec4(((cell.x ^ cell.y) & 1) == 1 ? light : dark, 1.0);
}`;

/** A painted picture laid over what is there; \`ghost\` pulls its colours to one. */
export const pictureFragment = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform vec4 ghost;
uniform float opacity;
out vec4 color;
void main() {
  vec4 texel = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
  color = vec4(mix(texel.rgb, ghost.rgb * texel.a, ghost.a), texel.a) * opacity;
}`;

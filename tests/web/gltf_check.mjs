// SPDX-License-Identifier: MIT
// node gltf_check.mjs FILE.glb...: what independent programs say of files that VIDE wrote.
//
// gltf-validator must find no error and no warning. three.js must load the file and, where a
// FILE.json with expected positions lies beside it, put every vertex where VIDE puts it.
import { readFileSync, existsSync } from 'node:fs';
import validator from 'gltf-validator';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

globalThis.self ??= globalThis;

const severities = ['error', 'warning', 'info', 'hint'];
// What the validator cannot know: VIDE's own extension, and that a hidden layer is meant to be
// left out of the scene.
const expectedNotes = new Set(['UNSUPPORTED_EXTENSION', 'UNUSED_OBJECT']);

async function validate(file, bytes) {
  const report = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 0 });
  const problems = report.issues.messages.filter(({ code }) => !expectedNotes.has(code));
  return problems.map(
    ({ severity, code, message, pointer }) =>
      `${file}: ${severities[severity]} ${code} at ${pointer}: ${message}`);
}

// Stands in for picture decoding, which needs a browser; the validator has looked at the pictures.
function plainTextures(parser) {
  return {
    name: 'plain textures',
    loadTexture: async (index) => {
      const texture = new THREE.Texture();
      parser.associations.set(texture, { textures: index });
      return texture;
    },
  };
}

function load(bytes) {
  const loader = new GLTFLoader().register(plainTextures);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return loader.parseAsync(buffer, '');
}

function drawnLayers(scene) {
  const layers = new Map();
  scene.traverse((object) => {
    const id = object.userData.gltfExtensions?.VIDE_rig?.layer;
    if (id !== undefined && object.geometry) layers.set(id, object);
  });
  return layers;
}

function farthest(mesh, expected, flat) {
  const point = new THREE.Vector3();
  let worst = 0;
  expected.forEach(([x, y, z], index) => {
    mesh.getVertexPosition(index, point);
    mesh.localToWorld(point);
    if (flat) point.z = z;  // the depth tells layers apart and is no part of the motion
    worst = Math.max(worst, point.distanceTo(new THREE.Vector3(x, y, z)));
  });
  return worst;
}

function play(gltf, clip, flat, file) {
  const problems = [];
  const animation = gltf.animations.find(({ name }) => name === clip.name);
  if (!animation) return [`${file}: three.js has no clip "${clip.name}"`];
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(animation);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  const size = new THREE.Box3().setFromObject(gltf.scene).getSize(new THREE.Vector3()).length();
  for (const { time, layers } of clip.moments) {
    action.reset();
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    const drawn = drawnLayers(gltf.scene);
    for (const { layer, positions } of layers) {
      const mesh = drawn.get(layer);
      const error = mesh ? farthest(mesh, positions, flat) / size : Infinity;
      if (!(error <= clip.tolerance)) {
        problems.push(`${file}: clip "${clip.name}" at ${time} s: layer ${layer} is off by ` +
                      `${error} of the figure's size`);
      }
    }
  }
  mixer.stopAllAction();
  return problems;
}

async function check(file) {
  const bytes = readFileSync(file);
  const problems = await validate(file, bytes);
  const gltf = await load(bytes);
  const beside = file.replace(/\.glb$/, '.json');
  if (!existsSync(beside)) return problems;
  const { clips, flat } = JSON.parse(readFileSync(beside, 'utf8'));
  return problems.concat(clips.flatMap((clip) => play(gltf, clip, flat, file)));
}

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node gltf_check.mjs FILE.glb...');
  process.exit(2);
}
const problems = (await Promise.all(files.map(check))).flat();
for (const problem of problems) console.error(problem);
console.log(`${files.length} files checked, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

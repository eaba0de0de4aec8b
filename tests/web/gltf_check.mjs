// SPDX-License-Identifier: MIT
// node gltf_check.mjs FOLDER: what independent programs say of the .glb files that VIDE wrote there.
//
// gltf-validator must find no error and no warning, or, where a FILE.before.glb lies beside it,
// none that it did not find there: that is a file of another program before VIDE saved into it.
// three.js must load the file and, where a FILE.json with expected positions lies beside it, put
// every vertex where VIDE puts it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import validator from 'gltf-validator';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

globalThis.self ??= globalThis;

const severities = ['error', 'warning', 'info', 'hint'];
// What the validator cannot know: VIDE's own extension, that a hidden layer is meant to be left out
// of the scene, and that a new skeleton leaves the old one where it was.
const expectedNotes = new Set(['UNSUPPORTED_EXTENSION', 'UNUSED_OBJECT', 'NODE_EMPTY']);

async function notes(bytes) {
  const report = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 0 });
  const problems = report.issues.messages.filter(({ code }) => !expectedNotes.has(code));
  return problems.map(
    ({ severity, code, message, pointer }) =>
      `${severities[severity]} ${code} at ${pointer}: ${message}`);
}

async function validate(file, bytes) {
  const before = file.replace(/\.glb$/, '.before.glb');
  const known = new Set(existsSync(before) ? await notes(readFileSync(before)) : []);
  return (await notes(bytes)).filter((note) => !known.has(note)).map((note) => `${file}: ${note}`);
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

// VIDE's own layers are marked; one of another program is primitive k of node i, with the id
// i + 1000000 k, and three.js makes a group of a mesh with several primitives.
async function drawnLayers(gltf) {
  const layers = new Map();
  for (const [index, node] of (gltf.parser.json.nodes ?? []).entries()) {
    if (node.mesh === undefined) continue;
    const object = await gltf.parser.getDependency('node', index);
    const mark = object.userData.gltfExtensions?.VIDE_rig?.layer;
    const primitives = gltf.parser.json.meshes[node.mesh].primitives.length;
    const meshes = primitives === 1 ? [object] : object.children.slice(0, primitives);
    meshes.forEach((mesh, k) => layers.set(mark ?? index + 1000000 * k, mesh));
  }
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

function play(gltf, drawn, clip, flat, file) {
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
  const drawn = await drawnLayers(gltf);
  return problems.concat(clips.flatMap((clip) => play(gltf, drawn, clip, flat, file)));
}

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node gltf_check.mjs FOLDER');
  process.exit(2);
}
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.glb') && !name.endsWith('.before.glb'))
  .map((name) => join(folder, name));
const problems = (await Promise.all(files.map(check))).flat();
for (const problem of problems) console.error(problem);
console.log(`${files.length} files checked, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

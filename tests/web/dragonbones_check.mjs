// SPDX-License-Identifier: MIT
// node dragonbones_check.mjs FOLDER: plays every NAME_ske.json there with DragonBones' own runtime
// and compares what it shows with NAME.expected.json: which layers, in which order, how coloured,
// and where each vertex is, to a tenth of a pixel.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Armature, BaseFactory, BaseObject, DragonBones, Slot, TextureAtlasData, TextureData,
} from '@cocos/dragonbones-js';

const tolerance = 0.1;

DragonBones.yDown = true;  // as the files have it; this runtime turns it up otherwise
console.info = () => {};   // it introduces itself with every factory

// What the runtime leaves to the program that draws: nothing is drawn here.
class PlainTexture extends TextureData {
  static toString() { return '[class PlainTexture]'; }
}
class PlainAtlas extends TextureAtlasData {
  static toString() { return '[class PlainAtlas]'; }
  createTexture() { return BaseObject.borrowObject(PlainTexture); }
}
class PlainSlot extends Slot {
  static toString() { return '[class PlainSlot]'; }
  _initDisplay() {}
  _disposeDisplay() {}
  _onUpdateDisplay() {}
  _addDisplay() {}
  _replaceDisplay() {}
  _removeDisplay() {}
  _updateZOrder() {}
  _updateVisible() {}
  _updateBlendMode() {}
  _updateColor() {}
  _updateFrame() {}
  _updateMesh() {}
  _updateTransform() {}
  _identityTransform() {}
}
const proxy = {
  dbInit() {}, dbClear() {}, dbUpdate() {}, dispose() {},
  hasDBEventListener: () => false, dispatchDBEvent() {}, addDBEventListener() {},
  removeDBEventListener() {},
};
class PlainFactory extends BaseFactory {
  constructor() {
    super();
    this._dragonBones = new DragonBones(proxy);
  }
  _isSupportMesh() { return true; }
  _buildTextureAtlasData(data) { return data ?? BaseObject.borrowObject(PlainAtlas); }
  _buildArmature(dataPackage) {
    const armature = BaseObject.borrowObject(Armature);
    armature.init(dataPackage.armature, proxy, {}, this._dragonBones);
    return armature;
  }
  _buildSlot(dataPackage, slotData, armature) {
    const slot = BaseObject.borrowObject(PlainSlot);
    slot.init(slotData, armature, {}, {});
    return slot;
  }
  _getSlotDisplay() { return {}; }
}

// Where a slot's mesh is, from the runtime's bones, weights and deformations.
function meshPositions(slot) {
  const deform = slot._deformVertices;
  const { data, offset, weight } = deform.verticesData;
  const { intArray, floatArray } = data;
  const count = intArray[offset];
  const positions = [];
  if (weight) {
    let place = weight.offset + 2 + weight.bones.length;
    let values = intArray[weight.offset + 1];
    let moved = 0;
    for (let vertex = 0; vertex < count; ++vertex) {
      let x = 0, y = 0;
      for (let left = intArray[place++]; left > 0; --left) {
        const { a, b, c, d, tx, ty } = deform.bones[intArray[place++]].globalTransformMatrix;
        const share = floatArray[values++];
        const localX = floatArray[values++] + deform.vertices[moved++];
        const localY = floatArray[values++] + deform.vertices[moved++];
        x += (a * localX + c * localY + tx) * share;
        y += (b * localX + d * localY + ty) * share;
      }
      positions.push([x, y]);
    }
    return positions;
  }
  const first = intArray[offset + 2];
  const { a, b, c, d, tx, ty } = slot.globalTransformMatrix;
  for (let vertex = 0; vertex < count; ++vertex) {
    const x = floatArray[first + 2 * vertex] + deform.vertices[2 * vertex];
    const y = floatArray[first + 2 * vertex + 1] + deform.vertices[2 * vertex + 1];
    positions.push([a * x + c * y + tx, b * x + d * y + ty]);
  }
  return positions;
}

// The layers that are seen, back to front, pictures without their corners.
function shownLayers(armature) {
  const slots = [...armature.getSlots()].sort((a, b) => a._zOrder - b._zOrder);
  return slots.filter((slot) => slot.displayIndex >= 0 && slot._displayData).map((slot) => {
    slot.updateTransformAndMatrix?.();
    const { alphaMultiplier, redMultiplier, greenMultiplier, blueMultiplier } =
        slot._colorTransform;
    return {
      name: slot._displayData.name,
      opacity: alphaMultiplier,
      tint: [redMultiplier, greenMultiplier, blueMultiplier],
      positions: slot._deformVertices?.verticesData ? meshPositions(slot) : undefined,
    };
  });
}

function farthest(shown, expected, [originX, originY]) {
  return Math.max(...expected.map(([x, y], vertex) => {
    const [clientX, clientY] = shown[vertex] ?? [Infinity, Infinity];
    return Math.hypot(clientX + originX - x, originY - clientY - y);
  }));
}

// Names that repeat are numbered in the file.
const plain = (name) => name.replace(/_\d+$/, '');

function compare(armature, { clips, origin }, file) {
  const problems = [];
  let worst = 0, compared = 0;
  for (const clip of clips) {
    for (const { time, layers } of clip.moments) {
      armature.animation.gotoAndStopByTime(clip.name, time);
      armature.advanceTime(0);
      const shown = shownLayers(armature);
      const where = `${file}: clip "${clip.name}" at ${time} s`;
      const names = shown.map(({ name }) => plain(name)).join();
      const expectedNames = layers.map(({ layer }) => plain(layer)).join();
      if (names !== expectedNames) {
        problems.push(`${where}: shows ${names} instead of ${expectedNames}`);
        continue;
      }
      layers.forEach(({ layer, opacity, tint, positions }, index) => {
        const { positions: client, opacity: alpha, tint: factors } = shown[index];
        if (client) {
          const error = farthest(client, positions, origin);
          worst = Math.max(worst, error);
          ++compared;
          if (!(error <= tolerance)) {
            problems.push(`${where}: layer "${layer}" is off by ${error} px`);
          }
        }
        const off = Math.max(Math.abs(alpha - opacity),
                             ...tint.map((factor, i) => Math.abs(factors[i] - factor)));
        if (!(off <= 0.011)) problems.push(`${where}: layer "${layer}" is coloured off by ${off}`);
      });
    }
  }
  console.log(`${file}: ${compared} meshes, at most ${worst.toExponential(2)} px off`);
  return problems;
}

function check(folder, file) {
  const stem = file.replace(/_ske\.json$/, '');
  const factory = new PlainFactory();
  const data = factory.parseDragonBonesData(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (!data) return [`${file}: the runtime does not read it`];
  const expected = JSON.parse(readFileSync(join(folder, `${stem}.expected.json`), 'utf8'));
  const armature = factory.buildArmature(data.armatureNames[0], data.name);
  return compare(armature, expected, file);
}

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node dragonbones_check.mjs FOLDER');
  process.exit(2);
}
const files = readdirSync(folder).filter((name) => name.endsWith('_ske.json')).sort();
const problems = files.flatMap((file) => check(folder, file));
problems.slice(0, 20).forEach((problem) => console.error(problem));
if (problems.length > 20) console.error(`and ${problems.length - 20} more`);
process.exit(files.length === 0 || problems.length > 0 ? 1 : 0);

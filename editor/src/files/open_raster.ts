// SPDX-License-Identifier: MIT
import type { BlendMode } from '../../../bindings/wasm/src/protocol.js';
import { FileError } from './raster.js';
import { parseXml, type XmlElement } from './xml.js';

/** A layer as stack.xml names it: its picture is still a file of the archive. */
export interface StackLayer {
  name: string;
  src: string;
  x: number;
  y: number;
  opacity: number;
  visible: boolean;
  blend: BlendMode;
}

export interface Stack {
  width: number;
  height: number;
  layers: StackLayer[];  // back to front
  warnings: string[];
}

const blendModes: Record<string, BlendMode> = {
  'svg:src-over': 'normal', 'svg:plus': 'add', 'svg:multiply': 'multiply', 'svg:screen': 'screen',
};

const mostLayers = 1000;
const mostNesting = 32;

/** What the stacks around a layer do to it. */
interface Surroundings {
  x: number;
  y: number;
  opacity: number;
  visible: boolean;
  nesting: number;
}

/**
 * Reads the stack.xml of an OpenRaster file, its groups laid flat: offsets add up, opacities
 * multiply, what is in a hidden group is hidden. Throws a FileError where it says nothing sensible.
 */
export function parseStack(xml: string): Stack {
  const image = parseXml(xml);
  const stack = image.children.find(({ name }) => name === 'stack');
  if (image.name !== 'image' || !stack) {
    throw new FileError('has no <image> with a <stack> in its stack.xml. ' +
                        'Save it again as OpenRaster.');
  }
  const reader = new StackReader();
  reader.readStack(stack, { x: 0, y: 0, opacity: 1, visible: true, nesting: 0 });
  return {
    width: numberOf(image, 'w', 0, 1, 1e6),
    height: numberOf(image, 'h', 0, 1, 1e6),
    layers: reader.layers.reverse(),  // files name what is in front first
    warnings: reader.warnings,
  };
}

class StackReader {
  readonly layers: StackLayer[] = [];
  readonly warnings: string[] = [];

  readStack(stack: XmlElement, around: Surroundings): void {
    if (around.nesting > mostNesting) {
      throw new FileError(`has more than ${mostNesting} groups within each other. ` +
                          'Flatten some of them.');
    }
    const inside = placed(stack, around);
    const ownLook = inside.opacity !== around.opacity || blendOf(stack) !== 'normal';
    if (around.nesting > 0 && ownLook) {
      this.warnings.push(`the group '${nameOf(stack)}' is laid flat: where its layers overlap ` +
                         'it looks different');
    }
    for (const child of stack.children) this.readChild(child, inside);
  }

  private readChild(child: XmlElement, around: Surroundings): void {
    if (child.name === 'stack') return this.readStack(child, around);
    if (child.name === 'layer') return this.readLayer(child, around);
    this.warnings.push(`a <${child.name}> is no picture and is left out`);
  }

  private readLayer(node: XmlElement, around: Surroundings): void {
    if (this.layers.length === mostLayers) {
      throw new FileError(`has more than ${mostLayers} layers. Merge some of them.`);
    }
    const { x, y, opacity, visible } = placed(node, around);
    const name = nameOf(node) || `layer ${this.layers.length + 1}`;
    const blend = blendOf(node);
    if (!blend) {
      this.warnings.push(`layer '${name}' is composed by ${node.attributes.get('composite-op')}, ` +
                         'which becomes normal');
    }
    const src = node.attributes.get('src') ?? '';
    this.layers.push({ name, src, x, y, opacity, visible, blend: blend ?? 'normal' });
  }
}

function nameOf(node: XmlElement): string {
  return node.attributes.get('name') ?? '';
}

function blendOf(node: XmlElement): BlendMode | undefined {
  return blendModes[node.attributes.get('composite-op') || 'svg:src-over'];
}

function placed(node: XmlElement, around: Surroundings): Surroundings {
  return {
    x: around.x + numberOf(node, 'x', 0, -1e6, 1e6),
    y: around.y + numberOf(node, 'y', 0, -1e6, 1e6),
    opacity: around.opacity * numberOf(node, 'opacity', 1, 0, 1),
    visible: around.visible && node.attributes.get('visibility') !== 'hidden',
    nesting: around.nesting + 1,
  };
}

function numberOf(node: XmlElement, name: string, usual: number, least: number, most: number):
    number {
  const word = node.attributes.get(name);
  const number = word === undefined ? usual : Number(word.trim() || NaN);
  if (number >= least && number <= most) return number;
  throw new FileError(`says ${name}="${word ?? ''}" of a <${node.name}>, which is not a number ` +
                      `from ${least} to ${most}. Save it again as OpenRaster.`);
}

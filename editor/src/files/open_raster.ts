// SPDX-License-Identifier: MIT
import type { BlendMode } from '../../../bindings/wasm/src/protocol.js';
import { FileError } from './raster.js';

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
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const image = document.documentElement;
  const stack = childrenOf(image).find((child) => child.nodeName === 'stack');
  if (document.querySelector('parsererror') || image.nodeName !== 'image' || !stack) {
    throw new FileError('has a damaged stack.xml. Save it again as OpenRaster.');
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

  readStack(stack: Element, around: Surroundings): void {
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
    for (const child of childrenOf(stack)) this.readChild(child, inside);
  }

  private readChild(child: Element, around: Surroundings): void {
    if (child.nodeName === 'stack') return this.readStack(child, around);
    if (child.nodeName === 'layer') return this.readLayer(child, around);
    this.warnings.push(`a <${child.nodeName}> is no picture and is left out`);
  }

  private readLayer(node: Element, around: Surroundings): void {
    if (this.layers.length === mostLayers) {
      throw new FileError(`has more than ${mostLayers} layers. Merge some of them.`);
    }
    const { x, y, opacity, visible } = placed(node, around);
    const name = nameOf(node) || `layer ${this.layers.length + 1}`;
    const blend = blendOf(node);
    if (!blend) {
      this.warnings.push(`layer '${name}' is composed by ${node.getAttribute('composite-op')}, ` +
                         'which becomes normal');
    }
    const src = node.getAttribute('src') ?? '';
    this.layers.push({ name, src, x, y, opacity, visible, blend: blend ?? 'normal' });
  }
}

function childrenOf(node: Element): Element[] {
  return Array.from(node.childNodes).filter((child): child is Element => child.nodeType === 1);
}

function nameOf(node: Element): string {
  return node.getAttribute('name') ?? '';
}

function blendOf(node: Element): BlendMode | undefined {
  return blendModes[node.getAttribute('composite-op') || 'svg:src-over'];
}

function placed(node: Element, around: Surroundings): Surroundings {
  return {
    x: around.x + numberOf(node, 'x', 0, -1e6, 1e6),
    y: around.y + numberOf(node, 'y', 0, -1e6, 1e6),
    opacity: around.opacity * numberOf(node, 'opacity', 1, 0, 1),
    visible: around.visible && node.getAttribute('visibility') !== 'hidden',
    nesting: around.nesting + 1,
  };
}

function numberOf(node: Element, name: string, usual: number, least: number, most: number): number {
  const word = node.getAttribute(name);
  const number = word === null ? usual : Number(word.trim() || NaN);
  if (number >= least && number <= most) return number;
  throw new FileError(`says ${name}="${word ?? ''}" of a <${node.nodeName}>, which is not a number ` +
                      `from ${least} to ${most}. Save it again as OpenRaster.`);
}

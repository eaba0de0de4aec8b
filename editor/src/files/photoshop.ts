// SPDX-License-Identifier: MIT
import { getLayerImageData, getLayerMaskImageData, initializeCanvas, readPsd, type Layer,
         type PixelData, type Psd } from 'ag-psd';
import type { BlendMode } from '../../../bindings/wasm/src/protocol.js';
import { FileError, mostPixels, type Drawing, type DrawingLayer, type Raster } from './raster.js';

const blendModes: Record<string, BlendMode> = {
  'normal': 'normal', 'pass through': 'normal', 'linear dodge': 'add', 'multiply': 'multiply',
  'screen': 'screen',
};

const mostLayers = 1000;

/**
 * The layers of a Photoshop file. Groups are laid flat, layer masks become part of the layer's
 * alpha, clipping becomes a mask; what has no counterpart is named in a warning. Throws a FileError
 * where the file is broken, too large or in a colour mode that is not read.
 */
export function readPhotoshop(bytes: Uint8Array): Drawing {
  withoutCanvas();
  const psd = structureOf(bytes);
  const reader = new LayerReader(psd);
  reader.readGroup(psd.children ?? [], { opacity: 1, visible: true });
  if (reader.layers.length === 0) {
    throw new FileError('has no layers with pixels. Save it with layers, or as PNG.');
  }
  return { name: 'drawing', width: psd.width, height: psd.height, layers: reader.layers,
           warnings: reader.warnings };
}

/** Pixels go straight into arrays: a canvas would change half-transparent ones. */
function withoutCanvas(): void {
  const noCanvas = (): HTMLCanvasElement => { throw new Error('needs a canvas'); };
  initializeCanvas(noCanvas, (width, height) => (
    { width, height, data: new Uint8ClampedArray(4 * width * height) } as unknown as ImageData));
}

/** Without decoding any pixels, so that limits can be checked first. */
function structureOf(bytes: Uint8Array): Psd {
  try {
    return readPsd(bytes, { useRawData: true, useRawThumbnail: true, skipThumbnail: true,
                            skipCompositeImageData: true, skipLinkedFilesData: true,
                            totalMemoryLimit: 4 * mostPixels });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FileError(`cannot be read as a Photoshop file (${reason}). ` +
                        'Save it again in RGB with 8 bits, or as OpenRaster.');
  }
}

interface Surroundings {
  opacity: number;
  visible: boolean;
}

class LayerReader {
  readonly layers: DrawingLayer[] = [];
  readonly warnings: string[] = [];
  private readonly names = new Set<string>();
  private pixels = 0;

  constructor(private readonly psd: Psd) {}

  /** `children` back to front, as the file has them. */
  readGroup(children: Layer[], around: Surroundings): void {
    let base: { name: string | null; visible: boolean } = { name: null, visible: true };
    for (const layer of children) {
      const look = lookOf(layer, around);
      if (layer.children) {
        this.warnOfGroup(layer);
        this.readGroup(layer.children, look);
        base = { name: null, visible: look.visible };
        continue;
      }
      if (!layer.clipping) {
        base = { name: this.readLayer(layer, look), visible: look.visible };
        continue;
      }
      if (base.name === null) {
        this.warnings.push(`layer '${layer.name ?? ''}' is clipped to a group or to nothing, ` +
                           'which is left out');
      }
      const clipped = { ...look, visible: look.visible && base.visible };
      this.readLayer(layer, clipped, base.name ?? undefined);
    }
  }

  /** Its name, or null where it shows nothing. */
  private readLayer(layer: Layer, look: Surroundings, mask?: string): string | null {
    const title = layer.name || 'layer';
    if (layer.adjustment) {
      this.warnings.push(`the adjustment layer '${title}' is left out`);
      return null;
    }
    const raster = this.pixelsOf(layer);
    if (!raster) return null;
    this.warnOfLook(layer, title);
    const name = this.uniqueName(title);
    this.layers.push({
      name, raster, x: layer.left ?? 0, y: layer.top ?? 0, ...look,
      blend: blendModes[layer.blendMode ?? 'normal'] ?? 'normal', ...(mask ? { mask } : {}),
    });
    return name;
  }

  private pixelsOf(layer: Layer): Raster | null {
    const width = (layer.right ?? 0) - (layer.left ?? 0);
    const height = (layer.bottom ?? 0) - (layer.top ?? 0);
    if (width <= 0 || height <= 0) return null;
    this.pixels += width * height;
    if (this.pixels > mostPixels) {
      throw new FileError('has layers with more than 268 million pixels together. ' +
                          'Make it smaller first.');
    }
    if (this.layers.length === mostLayers) {
      throw new FileError(`has more than ${mostLayers} layers. Merge some of them.`);
    }
    const data = decoded(layer, () => getLayerImageData(layer));
    if (!data) return null;
    const pixels = inBytes(data, this.psd.bitsPerChannel ?? 8);
    const mask = layer.mask && !layer.mask.disabled ?
      decoded(layer, () => getLayerMaskImageData(layer)) : undefined;
    const raster = { width: data.width, height: data.height, pixels };
    if (mask) applyMask(raster, layer, inBytes(mask, this.psd.bitsPerChannel ?? 8), mask.width);
    return raster;
  }

  private warnOfGroup(group: Layer): void {
    const blends = !['pass through', 'normal'].includes(group.blendMode ?? 'pass through');
    if (blends || (group.opacity ?? 1) < 1) {
      this.warnings.push(`the group '${group.name ?? ''}' is laid flat: where its layers overlap ` +
                         'it looks different');
    }
    if (group.mask && !group.mask.disabled) {
      this.warnings.push(`the mask of the group '${group.name ?? ''}' is left out`);
    }
  }

  private warnOfLook(layer: Layer, title: string): void {
    const blend = layer.blendMode ?? 'normal';
    if (!blendModes[blend]) {
      this.warnings.push(`layer '${title}' is composed by ${blend}, which becomes normal`);
    }
    if (layer.effects && !layer.effects.disabled) {
      this.warnings.push(`the effects of layer '${title}' are left out; ` +
                         'rasterise them to keep them');
    }
  }

  /** Masks are found by name, so that no two layers may share one. */
  private uniqueName(title: string): string {
    let name = title;
    for (let number = 2; this.names.has(name); number++) name = `${title} ${number}`;
    this.names.add(name);
    return name;
  }
}

function lookOf(layer: Layer, around: Surroundings): Surroundings {
  return {
    opacity: around.opacity * (layer.opacity ?? 1) * (layer.fillOpacity ?? 1),
    visible: around.visible && !layer.hidden,
  };
}

function decoded(layer: Layer, decode: () => PixelData | undefined): PixelData | undefined {
  try {
    return decode();
  } catch {
    throw new FileError(`has a damaged layer '${layer.name ?? ''}'. ` +
                        'Save it again, or remove the layer.');
  }
}

function inBytes({ data }: PixelData, bits: number): Uint8Array {
  if (data instanceof Uint8ClampedArray || data instanceof Uint8Array) {
    return new Uint8Array(data.buffer, data.byteOffset, data.length);
  }
  const scale = bits === 16 ? 255 / 65535 : 255;
  return Uint8Array.from(data, (value) => Math.round(Math.min(Math.max(value * scale, 0), 255)));
}

/** Multiplies the layer's alpha by its mask, which goes on outside with its default colour. */
function applyMask(raster: Raster, layer: Layer, mask: Uint8Array, maskWidth: number): void {
  const place = layer.mask!;
  const relative = place.positionRelativeToLayer;
  const left = (place.left ?? 0) - (relative ? 0 : layer.left ?? 0);
  const top = (place.top ?? 0) - (relative ? 0 : layer.top ?? 0);
  const maskHeight = mask.length / 4 / maskWidth;
  for (let y = 0; y < raster.height; y++) {
    for (let x = 0; x < raster.width; x++) {
      const [column, row] = [x - left, y - top];
      const inside = column >= 0 && row >= 0 && column < maskWidth && row < maskHeight;
      const value = inside ? mask[4 * (row * maskWidth + column)]! : place.defaultColor ?? 0;
      const at = 4 * (y * raster.width + x) + 3;
      raster.pixels[at] = Math.round(raster.pixels[at]! * value / 255);
    }
  }
}

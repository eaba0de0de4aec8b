// SPDX-License-Identifier: MIT
import { encodePng } from './png.js';
import { FileError, type Raster } from './raster.js';
import { cut, regionOf } from './region.js';
import type { NamedFile } from './zip.js';

export interface SheetOptions {
  name: string;  // of the files, without ending
  largest: number;  // pixels of a side of the page
  padding: number;  // transparent pixels around each picture
}

export interface SheetFrame {
  clip: string;
  loops: boolean;
  seconds: number;
  raster: Raster;
}

/** Drawn pixels of one or more frames, and where they lie on the page. */
interface Picture {
  raster: Raster;
  x: number;
  y: number;
}

interface Placed {
  name: string;
  picture: Picture;
  left: number;
  top: number;
  frame: Omit<SheetFrame, 'raster'> & { width: number; height: number };
}

/**
 * All frames on one picture, trimmed to what is drawn, the same pictures once; where they lie is
 * told in the JSON of Aseprite and TexturePacker, as the command line writes it.
 */
export class SheetWriter {
  private readonly frames: Placed[] = [];
  private readonly pictures = new Map<string, Picture[]>();

  constructor(private readonly options: SheetOptions) {}

  /** The frames of a clip come one after another. */
  add({ raster, ...frame }: SheetFrame): void {
    const { left, top, raster: trimmed } = trim(raster);
    const count = this.frames.filter(({ frame: { clip } }) => clip === frame.clip).length;
    this.frames.push({
      name: `${frame.clip}_${String(count + 1).padStart(4, '0')}`, picture: this.once(trimmed),
      left, top, frame: { ...frame, width: raster.width, height: raster.height },
    });
  }

  /** Throws a FileError where the frames do not fit. */
  async finish(): Promise<NamedFile[]> {
    const { name, largest, padding } = this.options;
    const page = packed([...this.pictures.values()].flat(), largest, padding);
    const json = JSON.stringify(this.description(page), null, 1);
    return [
      { name: `${name}.png`, mime: 'image/png', bytes: await encodePng(page) },
      { name: `${name}.json`, mime: 'application/json', bytes: new TextEncoder().encode(json) },
    ];
  }

  private once(raster: Raster): Picture {
    const size = `${raster.width} ${raster.height}`;
    const alike = this.pictures.get(size) ?? [];
    this.pictures.set(size, alike);
    const known = alike.find((one) => isSame(one.raster.pixels, raster.pixels));
    if (known) return known;
    const picture = { raster, x: 0, y: 0 };
    alike.push(picture);
    return picture;
  }

  private description(page: Raster): object {
    const clips = [...new Set(this.frames.map(({ frame }) => frame.clip))];
    const ofClip = (clip: string): Placed[] =>
      this.frames.filter(({ frame }) => frame.clip === clip);
    return {
      frames: Object.fromEntries(this.frames.map((one) => [one.name, frameJson(one)])),
      animations: Object.fromEntries(
        clips.map((clip) => [clip, ofClip(clip).map(({ name }) => name)])),
      meta: {
        app: 'VIDE', version: '1.0', image: `${this.options.name}.png`, format: 'RGBA8888',
        size: { w: page.width, h: page.height }, scale: '1',
        frameTags: clips.map((clip) => tagJson(clip, ofClip(clip), this.frames)),
      },
    };
  }
}

function frameJson({ picture, left, top, frame }: Placed): object {
  const { width: w, height: h } = picture.raster;
  return {
    frame: { x: picture.x, y: picture.y, w, h }, rotated: false,
    trimmed: w !== frame.width || h !== frame.height,
    spriteSourceSize: { x: left, y: top, w, h },
    sourceSize: { w: frame.width, h: frame.height },
    duration: Math.round(1000 * frame.seconds),
  };
}

function tagJson(name: string, own: Placed[], all: Placed[]): object {
  const from = all.indexOf(own[0]!);
  const once = own[0]!.frame.loops ? {} : { repeat: '1' };
  return { name, from, to: from + own.length - 1, direction: 'forward', ...once };
}

/** Without the transparent border; at least one pixel stays. */
function trim(raster: Raster): { left: number; top: number; raster: Raster } {
  const { width, height, pixels } = raster;
  const region = regionOf(width, height, (pixel) => pixels[4 * pixel + 3] !== 0) ??
    { x: 0, y: 0, width: 1, height: 1 };
  return {
    left: region.x, top: region.y,
    raster: { width: region.width, height: region.height, pixels: cut(raster, region) },
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

/** Places the pictures on shelves, the highest first, on a page about as wide as high. */
function packed(pictures: Picture[], largest: number, padding: number): Raster {
  const sorted = [...pictures].sort((a, b) => b.raster.height - a.raster.height);
  const area = sorted.reduce((sum, { raster }) =>
    sum + (raster.width + padding) * (raster.height + padding), 0);
  const widest = Math.max(...sorted.map(({ raster }) => raster.width)) + 2 * padding;
  const width = Math.min(Math.max(Math.ceil(Math.sqrt(area) * 1.05) + padding, widest), largest);
  let [x, y, shelf, right] = [padding, padding, 0, 0];
  for (const picture of sorted) {
    const { raster } = picture;
    if (x + raster.width + padding > width) [x, y, shelf] = [padding, y + shelf + padding, 0];
    [picture.x, picture.y] = [x, y];
    x += raster.width + padding;
    shelf = Math.max(shelf, raster.height);
    right = Math.max(right, x);
  }
  const height = y + shelf + padding;
  if (height > largest || right > largest) {
    throw new FileError(`The frames need more than a page of ${largest} x ${largest} pixels. ` +
                        'Choose a larger page, a smaller scale, or fewer frames a second.');
  }
  return painted(sorted, right, height);
}

function painted(pictures: Picture[], width: number, height: number): Raster {
  const pixels = new Uint8Array(4 * width * height);
  for (const { raster, x, y } of pictures) {
    const stride = 4 * raster.width;
    for (let row = 0; row < raster.height; row++) {
      const drawn = raster.pixels.subarray(row * stride, (row + 1) * stride);
      pixels.set(drawn, 4 * ((y + row) * width + x));
    }
  }
  return { width, height, pixels };
}

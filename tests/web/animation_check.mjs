// SPDX-License-Identifier: MIT
// node animation_check.mjs FOLDER KIND: what independent programs see in the animated pictures that
// VIDE wrote there, compared with the frames themselves (NAME.rgba). KIND is frames, apng, webp, gif,
// sheet or video.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decompressFrames, parseGIF } from 'gifuct-js';
import { PNG } from 'pngjs';
import UPNG from 'upng-js';

const [folder, kind] = process.argv.slice(2);
const problems = [];
const expect = (holds, ...words) => { if (!holds) problems.push(words.join(' ')); };
const inFolder = (name) => join(folder, name);
const expected = JSON.parse(readFileSync(inFolder('expected.json'), 'utf8'));

// The frames as they are.
function framesOf(name) {
  const { frames, width, height } = expected[name];
  const pixels = readFileSync(inFolder(`${name}.rgba`));
  const size = 4 * width * height;
  expect(pixels.length === frames * size, `${name}.rgba has another size`);
  return Array.from({ length: frames }, (_, i) => pixels.subarray(i * size, (i + 1) * size));
}

// The largest difference of any value; the colour of wholly transparent pixels means nothing.
function worst(shown, frame) {
  if (shown.length !== frame.length) return Infinity;
  let most = 0;
  for (let i = 0; i < frame.length; i += 4) {
    most = Math.max(most, Math.abs(shown[i + 3] - frame[i + 3]));
    if (frame[i + 3] === 0) continue;
    for (let c = i; c < i + 3; ++c) most = Math.max(most, Math.abs(shown[c] - frame[c]));
  }
  return most;
}

const onWhite = (frame) => frame.map(
    (value, i) => i % 4 === 3 ? 255 : Math.round((value * frame[i - i % 4 + 3] +
                                                 255 * (255 - frame[i - i % 4 + 3])) / 255));

// How far the mean squared difference lies below the full scale, in decibel.
function psnr(shown, frame) {
  if (shown.length !== frame.length) return -Infinity;
  let sum = 0;
  for (let i = 0; i < frame.length; ++i) sum += (shown[i] - frame[i]) ** 2;
  return sum === 0 ? Infinity : 10 * Math.log10(255 ** 2 * frame.length / sum);
}

function compareAll(name, shown, frames, bound, differ = worst) {
  expect(shown.length === frames.length, `${name}: ${shown.length} frames, not ${frames.length}`);
  const off = frames.map((frame, i) => shown[i] ? differ(shown[i], frame) : Infinity);
  off.forEach((difference, i) => {
    expect(difference <= bound, `${name}: frame ${i} is off by ${difference}`);
  });
  console.log(`${name}: ${shown.length} frames, off by at most ${Math.max(...off)}`);
}

// Whole units that add up to the clip's time and differ by one at most.
function compareTimes(name, delays, perSecond) {
  const wanted = perSecond / expected.rate;
  delays.forEach((delay, i) => {
    expect(Math.abs(delay - wanted) < 1, `${name}: frame ${i} stays for ${delay}, not ${wanted}`);
  });
  const sum = delays.reduce((a, b) => a + b, 0);
  expect(Math.abs(sum - wanted * delays.length) <= 0.5, `${name}: stays for ${sum} in all`);
}

// Runs a program; where it is not there, this check cannot be made.
function run(program, words, options = {}) {
  try {
    return execFileSync(program, words,
                        { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    console.log(`skipped: ${program} is not installed`);
    process.exit(process.env.CI ? 1 : 77);
  }
}

function inScratch(work) {
  const scratch = mkdtempSync(join(tmpdir(), 'vide-check-'));
  try {
    return work(scratch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const pngAt = (path) => PNG.sync.read(readFileSync(path));

function checkFrames() {
  for (const name of ['wave', 'opaque', 'both']) {
    const names = readdirSync(inFolder(name)).sort();
    compareAll(`${name}/`, names.map((file) => pngAt(join(folder, name, file)).data),
               framesOf(name), 0);
  }
}

function checkApng() {
  const frames = framesOf('wave');
  const { width, height } = expected.wave;
  const file = readFileSync(inFolder('wave.png'));
  const picture = UPNG.decode(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  expect(picture.width === width && picture.height === height, 'wave.png has another size');
  expect(picture.tabs.acTL.num_plays === expected.loops, 'wave.png plays another number of times');
  compareTimes('wave.png', picture.frames.map(({ delay }) => delay), 1000);
  compareAll('wave.png', UPNG.toRGBA8(picture).map((frame) => new Uint8Array(frame)), frames, 0);
  inScratch((scratch) => {
    run('cp', [inFolder('wave.png'), join(scratch, 'a.png')]);
    run('apngdis', [join(scratch, 'a.png'), 'frame']);
    const names = readdirSync(scratch).filter((name) => /^frame\d+\.png$/.test(name)).sort();
    compareAll('wave.png by apngdis', names.map((name) => pngAt(join(scratch, name)).data), frames, 0);
    for (const name of names) {
      const [, over, under] = /delay=(\d+)\/(\d+)/.exec(
          readFileSync(join(scratch, name.replace('png', 'txt')), 'utf8'));
      expect(over * expected.rate === Number(under), `wave.png: ${name} stays for ${over}/${under}`);
    }
  });
}

// Frames of an animated WebP, put onto the canvas as its format says.
function webpFrames(path, { width, height }) {
  const table = run('webpmux', ['-info', path]).toString().split('\n')
      .map((line) => line.trim().split(/\s+/)).filter((words) => /^\d+:$/.test(words[0]));
  let canvas = new Uint8Array(4 * width * height);
  return table.map(([number, w, h, , left, top, , dispose, blend]) => inScratch((scratch) => {
    const frame = join(scratch, 'frame.webp'), shown = join(scratch, 'frame.png');
    run('webpmux', ['-get', 'frame', number.slice(0, -1), path, '-o', frame]);
    run('dwebp', ['-quiet', frame, '-o', shown]);
    const { data, width: columns, height: rows } = pngAt(shown);
    expect(columns === Number(w) && rows === Number(h), `${path}: frame ${number} has another size`);
    expect(blend === 'no', `${path}: frame ${number} is blended, which nothing here does`);
    for (let row = 0; row < rows; ++row) {
      canvas.set(data.subarray(4 * row * columns, 4 * (row + 1) * columns),
                 4 * ((Number(top) + row) * width + Number(left)));
    }
    const whole = canvas.slice();
    if (dispose === 'background') canvas = new Uint8Array(canvas.length);
    return whole;
  }));
}

function checkWebp() {
  const { width, height } = expected.wave;
  const frames = framesOf('wave');
  for (const name of ['lossless.webp', 'lossy.webp']) {
    const info = run('webpinfo', [inFolder(name)]).toString();
    const all = (pattern) => [...info.matchAll(pattern)].map(([, value]) => Number(value));
    expect(info.includes('No error detected'), `${name}: webpinfo finds errors`);
    expect(info.includes(`Canvas size ${width} x ${height}`), `${name} has another size`);
    expect(all(/Loop count\s*:\s*(\d+)/g)[0] === expected.loops, `${name} plays otherwise`);
    compareTimes(name, all(/Duration:\s*(\d+)/g), 1000);
    const shown = webpFrames(inFolder(name), expected.wave);
    if (name === 'lossless.webp') {
      compareAll(name, shown, frames, 0);
    } else {
      compareAll(name, shown.map(onWhite), frames.map(onWhite), -36, (a, b) => -psnr(a, b));
    }
  }
}

function gifFrames(gif, { width, height }) {
  const canvas = new Uint8Array(4 * width * height);
  return decompressFrames(gif, true).map(({ patch, dims, delay, disposalType }) => {
    const before = canvas.slice();
    for (let row = 0; row < dims.height; ++row) {
      for (let column = 0; column < dims.width; ++column) {
        const from = 4 * (row * dims.width + column);
        const to = 4 * ((dims.top + row) * width + dims.left + column);
        if (patch[from + 3] !== 0) canvas.set(patch.subarray(from, from + 4), to);
      }
    }
    const whole = canvas.slice();
    if (disposalType === 3) canvas.set(before);
    if (disposalType === 2) {
      for (let row = 0; row < dims.height; ++row) {
        const start = 4 * ((dims.top + row) * width + dims.left);
        canvas.fill(0, start, start + 4 * dims.width);
      }
    }
    return { whole, delay };
  });
}

function checkGif() {
  for (const [name, of] of [['opaque.gif', 'opaque'], ['wave.gif', 'wave']]) {
    const gif = parseGIF(readFileSync(inFolder(name)));
    const { width, height } = expected[of];
    expect(gif.lsd.width === width && gif.lsd.height === height, `${name} has another size`);
    const application = gif.frames.find((frame) => frame.application)?.application;
    // How often it is repeated after the first time; the first byte says that this is it.
    const [one, low, high] = application?.blocks ?? [];
    expect(one === 1 && low + 256 * high === expected.loops - 1, `${name} plays otherwise`);
    const shown = gifFrames(gif, expected[of]);
    compareTimes(name, shown.map(({ delay }) => delay / 10), 100);
    const frames = framesOf(of);
    const pictures = shown.map(({ whole }) => whole);
    // A pixel is there or not: those in between are on either side.
    pictures.forEach((picture, i) => {
      let wrong = 0;
      for (let p = 3; p < picture.length; p += 4) {
        if (frames[i]?.[p] === 255 && picture[p] !== 255) ++wrong;
        if (frames[i]?.[p] === 0 && picture[p] !== 0) ++wrong;
      }
      expect(wrong === 0, `${name}: frame ${i}: ${wrong} pixels are wrongly there or not`);
    });
    if (of === 'opaque') {
      compareAll(name, pictures, frames, 64);
      compareAll(name, pictures, frames, -30, (a, b) => -psnr(a, b));
    }
  }
}

// A sheet as readers of TexturePacker's and Aseprite's files take it.
function sheetFrames(name) {
  const read = (file) => {
    const json = JSON.parse(readFileSync(inFolder(file), 'utf8'));
    const page = pngAt(inFolder(json.meta.image));
    expect(json.meta.size.w === page.width && json.meta.size.h === page.height,
           `${file}: the page has another size`);
    const records = Array.isArray(json.frames)
        ? json.frames
        : Object.entries(json.frames).map(([filename, frame]) => ({ filename, ...frame }));
    const frames = records.map(({ frame, rotated, spriteSourceSize, sourceSize, duration }) => {
      expect(rotated === false, `${file}: a frame is turned`);
      const whole = new Uint8Array(4 * sourceSize.w * sourceSize.h);
      for (let row = 0; row < frame.h; ++row) {
        const from = 4 * ((frame.y + row) * page.width + frame.x);
        whole.set(page.data.subarray(from, from + 4 * frame.w),
                  4 * ((spriteSourceSize.y + row) * sourceSize.w + spriteSourceSize.x));
      }
      return { whole, duration };
    });
    const tags = json.meta.frameTags.map(({ name: tag, from, to, direction, repeat }) => {
      expect(direction === 'forward', `${file}: ${tag} plays ${direction}`);
      if (json.animations) {
        const names = records.slice(from, to + 1).map(({ filename }) => filename).join();
        expect(json.animations[tag].join() === names, `${file}: animation ${tag} has other frames`);
      }
      return { name: tag, frames: frames.slice(from, to + 1), loops: repeat === undefined };
    });
    expect(tags.flatMap((tag) => tag.frames).length === frames.length,
           `${file}: not every frame has a clip`);
    return { json, tags };
  };
  const first = read(name);
  const others = (first.json.meta.related_multi_packs ?? []).map(read);
  return { pages: 1 + others.length, tags: [first, ...others].flatMap(({ tags }) => tags) };
}

function checkSheet() {
  const frames = framesOf('both');
  for (const name of ['sheet.json', 'list.json', 'pages.json']) {
    const { pages, tags } = sheetFrames(name);
    expect((pages > 1) === (name === 'pages.json'), `${name}: ${pages} pages`);
    compareAll(name, tags.flatMap((tag) => tag.frames.map(({ whole }) => whole)), frames, 0);
    for (const clip of expected.clips) {
      const parts = tags.filter((tag) => tag.name === clip.name);
      const played = parts.flatMap((tag) => tag.frames);
      expect(played.length === clip.frames, `${name}: ${clip.name} has ${played.length} frames`);
      expect(parts.every(({ loops }) => loops === clip.loops), `${name}: ${clip.name} loops wrongly`);
      compareTimes(`${name}: ${clip.name}`, played.map(({ duration }) => duration), 1000);
    }
  }
}

function checkVideo() {
  const { frames: count, width, height } = expected.wave;
  const even = (side) => side + side % 2;
  const kinds = [
    { name: 'wave.mp4', codec: 'h264', pixels: 'yuv420p', size: [even(width), even(height)] },
    { name: 'wave.webm', codec: 'vp9', pixels: 'yuv420p', alpha: '1', size: [width, height] },
    { name: 'opaque.webm', codec: 'vp9', pixels: 'yuv420p', size: [width, height] },
  ];
  for (const { name, codec, pixels, alpha, size: [columns, rows] } of kinds) {
    const report = JSON.parse(run('ffprobe', ['-v', 'error', '-count_frames', '-show_streams',
                                              '-of', 'json', inFolder(name)]).toString());
    expect(report.streams.length === 1, `${name}: ${report.streams.length} streams`);
    const [stream] = report.streams;
    expect(stream.codec_name === codec, `${name}: codec ${stream.codec_name}`);
    expect(stream.pix_fmt === pixels, `${name}: pixels ${stream.pix_fmt}`);
    expect(stream.width === columns && stream.height === rows, `${name} has another size`);
    expect(stream.r_frame_rate === `${expected.rate}/1`, `${name}: rate ${stream.r_frame_rate}`);
    expect(Number(stream.nb_read_frames) === count, `${name}: ${stream.nb_read_frames} frames`);
    expect(stream.tags?.alpha_mode === alpha, `${name}: alpha mode ${stream.tags?.alpha_mode}`);
    expect(stream.color_space === 'bt709', `${name}: colours by ${stream.color_space}`);
    // Only this decoder shows a VP9's alpha.
    const decoder = codec === 'vp9' ? ['-c:v', 'libvpx-vp9'] : [];
    const pixelsShown = run('ffmpeg', ['-v', 'error', ...decoder, '-i', inFolder(name), '-vf',
                                       `format=rgba,crop=${width}:${height}:0:0`, '-f', 'rawvideo', '-pix_fmt',
                                       'rgba', 'pipe:1']);
    const size = 4 * width * height;
    const shown = Array.from({ length: pixelsShown.length / size },
                             (_, i) => pixelsShown.subarray(i * size, (i + 1) * size));
    const frames = framesOf(name === 'opaque.webm' ? 'opaque' : 'wave');
    compareAll(name, shown.map(onWhite), frames.map(onWhite), -30, (a, b) => -psnr(a, b));
    if (alpha) {
      const alphaOf = (frame) => frame.filter((_, i) => i % 4 === 3);
      compareAll(`${name}, alpha`, shown.map(alphaOf), frames.map(alphaOf), -34,
                 (a, b) => -psnr(a, b));
    }
  }
  // What a browser needs to begin before it has all of the file.
  const mp4 = readFileSync(inFolder('wave.mp4'));
  expect(mp4.indexOf('moov') > 0 && mp4.indexOf('moov') < mp4.indexOf('mdat'),
         'wave.mp4: its index stands at the end');
}

const checks = { frames: checkFrames, apng: checkApng, webp: checkWebp, gif: checkGif,
                 sheet: checkSheet, video: checkVideo };
if (!folder || !checks[kind] || !existsSync(inFolder('expected.json'))) {
  console.error(`usage: node animation_check.mjs FOLDER ${Object.keys(checks).join('|')}`);
  process.exit(2);
}
checks[kind]();
problems.slice(0, 20).forEach((problem) => console.error(problem));
if (problems.length > 20) console.error(`and ${problems.length - 20} more`);
process.exit(problems.length > 0 ? 1 : 0);

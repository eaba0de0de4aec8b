// SPDX-License-Identifier: MIT

export type UpAxis = 'y' | 'z';

/** The axis along which a recording's figure is the taller at rest; BVH itself does not say. */
export function upAxisOf(bvh: string): UpAxis {
  const least = [0, 0];
  const most = [0, 0];
  const heads: [number, number][] = [[0, 0]];
  for (const line of bvh.split('\n')) {
    const [word, , ...numbers] = line.trim().split(/\s+/);
    if (word === 'MOTION') break;
    if (word === '}') heads.pop();
    if (word !== 'OFFSET') continue;
    // Where the figure stands does not matter, only how far it reaches.
    const isRoot = heads.length === 1;
    const place = heads.at(-1)!.map((at, axis) =>
      isRoot ? 0 : at + Number(numbers[axis])) as [number, number];
    heads.push(place);
    for (const axis of [0, 1]) {
      least[axis] = Math.min(least[axis]!, place[axis]!);
      most[axis] = Math.max(most[axis]!, place[axis]!);
    }
  }
  const [height, depth] = most.map((end, axis) => end - least[axis]!);
  return depth! > height! ? 'z' : 'y';
}

/**
 * A recording whose up is z with y upwards: (x, y, z) becomes (x, z, -y), and a turn about an axis the
 * same turn about the axis that it becomes.
 */
export function withYUp(bvh: string): string {
  const [skeleton, motion] = splitAt(bvh, /^\s*MOTION/m);
  const negated: boolean[] = [];
  const upright = skeleton
    .replace(/^(\s*OFFSET)\s+(\S+)\s+(\S+)\s+(\S+)/gm,
             (_, word, x, y, z) => `${word} ${x} ${z} ${-Number(y)}`)
    .replace(/[XYZ](position|rotation)/g, (channel) => {
      negated.push(channel.startsWith('Y'));
      const axis = { X: 'X', Y: 'Z', Z: 'Y' }[channel[0]!]!;
      return axis + channel.slice(1);
    });
  let channel = 0;
  const [head, frames] = splitAt(motion, /^(?=\s*-?[\d.])/m);
  return upright + head + frames.replace(/[^\s]+/g, (value) =>
    negated[channel++ % negated.length] ? String(-Number(value)) : value);
}

function splitAt(text: string, mark: RegExp): [string, string] {
  const at = text.search(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

// SPDX-License-Identifier: MIT
import type { BoneState, Point } from '../../../bindings/wasm/src/protocol.js';
import { type Camera, toView } from './camera.js';
import type { Scene } from './scene.js';
import type { Ends, Sketch, Stage } from './stage.js';

const accent = '#ffb224';
const ink = 'rgba(12, 14, 20, 0.9)';
const halo = 'rgba(255, 255, 255, 0.9)';

type Emphasis = 'plain' | 'chain' | 'hovered' | 'selected';

/** Bones, handles and what tools sketch, on a 2D canvas above the picture. */
export class Overlay {
  private readonly context: CanvasRenderingContext2D;
  private camera: Camera = { scale: 1, x: 0, y: 0 };

  constructor(private readonly canvas: HTMLCanvasElement, private readonly stage: Stage) {
    this.context = canvas.getContext('2d')!;
  }

  /** Above what the canvas shows; null: nothing yet. */
  draw(shown: { scene: Scene; camera: Camera } | null, [across, down]: [number, number],
       density: number): void {
    const { context, canvas, stage } = this;
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, canvas.width / density, canvas.height / density);
    this.camera = shown?.camera ?? stage.camera.peek();
    const scene = shown?.scene;
    const sketch = stage.sketch.peek();
    if (scene && stage.session.shown.peek().bones) this.drawBones(scene, sketch);
    if (scene) this.drawVertex(scene);
    if (sketch.bone) this.drawBone(this.inView(sketch.bone), accent, 'selected');
    if (sketch.box) this.drawBox(sketch.box);
    if (sketch.brush) this.drawBrush(sketch.brush);
  }

  private drawBones({ moment: { state: { bones }, frame } }: Scene, { moved }: Sketch): void {
    const emphasis = this.emphasisOf(bones);
    const order: Emphasis[] = ['plain', 'chain', 'hovered', 'selected'];
    const ends = (i: number) => moved?.get(bones[i]!.id) ?? frame.bones[i];
    for (const level of order) {
      bones.forEach((bone, i) => {
        const place = ends(i);
        if (!place || (emphasis.get(bone.id) ?? 'plain') !== level) return;
        this.drawBone(this.inView(place), colorOf(bone), level);
      });
    }
    const hovered = bones.findIndex(({ id }) => id === this.stage.hovered.peek());
    const named = ends(hovered);
    if (named) this.drawName(bones[hovered]!.name, this.inView(named));
  }

  private emphasisOf(bones: BoneState[]): Map<number, Emphasis> {
    const { session, hovered } = this.stage;
    const emphasis = new Map<number, Emphasis>();
    const chosen = session.selection.peek().bones;
    if (session.mode.peek() === 'animate' && session.reach.peek()) {
      let bone = bones.find(({ id }) => id === (hovered.peek() ?? chosen.at(-1)));
      for (let i = 0; bone && i < session.chain.peek(); ++i) {
        emphasis.set(bone.id, 'chain');
        const { parent } = bone;
        bone = bones.find(({ id }) => id === parent);
      }
    }
    const below = hovered.peek();
    if (below !== null) emphasis.set(below, 'hovered');
    for (const bone of chosen) emphasis.set(bone, 'selected');
    return emphasis;
  }

  private inView({ head, tail }: Ends): Ends {
    return { head: toView(this.camera, head), tail: toView(this.camera, tail) };
  }

  /** A kite that is widest near its head. */
  private drawBone({ head, tail }: Ends, color: string, emphasis: Emphasis): void {
    const { context } = this;
    const [dx, dy] = [tail[0] - head[0], tail[1] - head[1]];
    const length = Math.hypot(dx, dy);
    const width = Math.min(Math.max(0.09 * length, 2.5), 8);
    const along = Math.min(Math.max(0.16 * length, width), 0.5 * length);
    const [ux, uy] = length > 0 ? [dx / length, dy / length] : [1, 0];
    const shoulder = (side: number): Point =>
      [head[0] + along * ux - side * width * uy, head[1] + along * uy + side * width * ux];
    context.beginPath();
    [head, shoulder(1), tail, shoulder(-1)].forEach(([x, y]) => context.lineTo(x, y));
    context.closePath();
    this.outline(emphasis);
    context.globalAlpha = emphasis === 'plain' ? 0.72 : 0.92;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 1;
    this.drawJoint(tail, 2.5, color, emphasis);
    this.drawJoint(head, 3.5, color, emphasis);
  }

  private drawJoint([x, y]: Point, radius: number, color: string, emphasis: Emphasis): void {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, emphasis === 'plain' ? radius : radius + 1, 0, 2 * Math.PI);
    this.outline(emphasis);
    context.fillStyle = emphasis === 'selected' ? '#fff' : color;
    context.fill();
  }

  /** Light around dark, so that one of them shows on any picture. */
  private outline(emphasis: Emphasis): void {
    const { context } = this;
    context.lineJoin = 'round';
    const rim = { plain: ink, chain: accent, hovered: '#fff', selected: accent }[emphasis];
    context.lineWidth = emphasis === 'plain' ? 3 : 5;
    context.strokeStyle = emphasis === 'plain' ? halo : ink;
    context.stroke();
    context.lineWidth = emphasis === 'plain' ? 1.25 : 2.5;
    context.strokeStyle = rim;
    context.stroke();
  }

  private drawName(name: string, { head, tail }: Ends): void {
    const { context } = this;
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    const width = context.measureText(name).width + 12;
    const x = (head[0] + tail[0]) / 2 + 12;
    const y = (head[1] + tail[1]) / 2 - 14;
    context.fillStyle = ink;
    context.beginPath();
    context.roundRect(x, y - 10, width, 20, 5);
    context.fill();
    context.fillStyle = '#fff';
    context.fillText(name, x + 6, y + 0.5);
  }

  private drawVertex(scene: Scene): void {
    const { layer, vertex } = this.stage.session.selection.peek();
    if (layer === null || vertex === null) return;
    const place = vertexPlace(scene, layer, vertex);
    if (!place) return;
    const [x, y] = toView(this.camera, place);
    const { context } = this;
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    this.outline('selected');
    context.fillStyle = '#fff';
    context.fill();
  }

  private drawBox([from, to]: [Point, Point]): void {
    const { context } = this;
    const [a, b] = [toView(this.camera, from), toView(this.camera, to)];
    context.beginPath();
    context.rect(a[0], a[1], b[0] - a[0], b[1] - a[1]);
    context.fillStyle = 'rgba(255, 178, 36, 0.14)';
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = accent;
    context.stroke();
  }

  private drawBrush({ at, radius, strength, isErasing }: NonNullable<Sketch['brush']>): void {
    const { context } = this;
    const [x, y] = toView(this.camera, at);
    const across = Math.max(radius * this.camera.scale, 2);
    const circle = (r: number, color: string, width: number) => {
      context.beginPath();
      context.arc(x, y, r, 0, 2 * Math.PI);
      context.lineWidth = width;
      context.strokeStyle = color;
      context.stroke();
    };
    circle(across, ink, 3);
    circle(across, isErasing ? '#ff6b5e' : '#fff', 1.5);
    circle(Math.max(across * Math.min(strength, 1), 1), accent, 1);
  }
}

function colorOf({ color: [r, g, b], deform }: BoneState): string {
  if (!deform) return 'rgb(150 150 155)';
  return `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)})`;
}

function vertexPlace({ moment, geometry }: Scene, layer: number, vertex: number):
    Point | null {
  const rest = geometry.get(layer);
  const drawn = moment.frame.layers.find((one) => moment.state.layers[one.layer]!.id === layer);
  if (!rest || !drawn || 2 * vertex >= rest.positions.length) return null;
  const pair = (values: Float32Array): Point => [values[2 * vertex]!, values[2 * vertex + 1]!];
  if (drawn.positions !== null) return pair(moment.arrays[drawn.positions]!);
  const [x, y] = pair(rest.positions);
  const place: Point = [0, 0];
  let sum = 0;
  for (let k = 8 * vertex; k < 8 * vertex + 8; ++k) {
    const share = rest.weights[k]!;
    const [a, b, c, d, tx, ty] = moment.matrices.subarray(6 * rest.bones[k]!);
    if (share === 0) continue;
    place[0] += share * (a! * x + c! * y + tx!);
    place[1] += share * (b! * x + d! * y + ty!);
    sum += share;
  }
  return sum > 0 ? place : [x, y];
}

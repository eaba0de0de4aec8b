// SPDX-License-Identifier: MIT
import type { BoneState, Point } from '../../../bindings/wasm/src/protocol.js';
import { type Camera, toView } from './camera.js';
import { accent, drawBox, drawBrush, drawVertex, ink } from './marks.js';
import { type Scene, vertexPlace } from './scene.js';
import { type Ends, isPin, type Sketch, type Stage } from './stage.js';

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
    if (scene && stage.session.shown.peek().bones) {
      this.drawConstraints(scene.moment);
      this.drawBones(scene, sketch);
    }
    if (sketch.bone) this.drawBone(this.inView(sketch.bone), accent, 'selected');
    const vertex = scene && this.chosenVertex(scene);
    if (vertex) drawVertex(context, vertex);
    if (sketch.box) drawBox(context, sketch.box.map((corner) => toView(this.camera, corner)));
    if (sketch.brush) drawBrush(context, sketch.brush, this.camera);
  }

  private drawBones({ moment: { state: { bones }, frame } }: Scene, { moved }: Sketch): void {
    const emphasis = this.emphasisOf(bones);
    const order: Emphasis[] = ['plain', 'chain', 'hovered', 'selected'];
    const ends = ({ id }: BoneState, i: number) => moved?.get(id) ?? frame.bones[i];
    for (const level of order) {
      bones.forEach((bone, i) => {
        const place = ends(bone, i);
        if (!place || (emphasis.get(bone.id) ?? 'plain') !== level) return;
        this.drawBone(this.inView(place), colorOf(bone), level);
      });
    }
    const hovered = bones.findIndex(({ id }) => id === this.stage.hovered.peek());
    const named = bones[hovered];
    const place = named && ends(named, hovered);
    if (place) this.drawName(named.name, this.inView(place));
  }

  private chosenVertex(scene: Scene): Point | null {
    const { layer, vertex } = this.stage.session.selection.peek();
    const place = layer === null || vertex === null ? null : vertexPlace(scene, layer, vertex);
    return place && toView(this.camera, place);
  }

  /** From what reaches or turns to what it follows. */
  private drawConstraints({ state: { bones, constraints }, frame }: Scene['moment']): void {
    const { context } = this;
    const endsOf = (id: number) => frame.bones[bones.findIndex((bone) => bone.id === id)];
    context.setLineDash([2, 5]);
    context.lineCap = 'round';
    for (const { kind, bone, target, mix } of constraints) {
      const [one, other] = [endsOf(bone), endsOf(target)];
      if (!one || !other || kind === 'copy') continue;
      const from = toView(this.camera, kind === 'reach' ? one.tail : one.head);
      const to = toView(this.camera, other.head);
      for (const [color, width] of [[ink, 3.5], [accent, 2]] as const) {
        context.beginPath();
        context.moveTo(...from);
        context.lineTo(...to);
        context.globalAlpha = 0.3 + 0.7 * mix;
        context.lineWidth = width;
        context.strokeStyle = color;
        context.stroke();
      }
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
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

  /** A kite that is widest near its head; a pin is a disc. */
  private drawBone({ head, tail }: Ends, color: string, emphasis: Emphasis): void {
    const { context } = this;
    if (isPin({ head, tail })) return this.drawPin(head, color, emphasis);
    const [dx, dy] = [tail[0] - head[0], tail[1] - head[1]];
    const length = Math.hypot(dx, dy);
    const width = Math.min(Math.max(0.09 * length, 2.5), 8);
    const along = Math.min(Math.max(0.16 * length, width), 0.5 * length);
    const [ux, uy] = [dx / length, dy / length];
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

  private drawPin(at: Point, color: string, emphasis: Emphasis): void {
    this.drawJoint(at, 6, color, emphasis);
    const { context } = this;
    context.beginPath();
    context.arc(...at, 2, 0, 2 * Math.PI);
    context.fillStyle = ink;
    context.fill();
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
}

function colorOf({ color: [r, g, b], deform }: BoneState): string {
  if (!deform) return 'rgb(150 150 155)';
  return `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)})`;
}

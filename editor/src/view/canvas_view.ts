// SPDX-License-Identifier: MIT
import { effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import type { Point } from '../../../bindings/wasm/src/protocol.js';
import type { Session, Tool } from '../session.js';
import { type Camera, fitted, panned, zoomedAt } from './camera.js';
import { Geometries } from './geometry.js';
import type { Look } from './gl/renderer.js';
import { lookOf } from './look.js';
import { Navigation } from './navigation.js';
import { Onion } from './onion.js';
import { Overlay } from './overlay.js';
import { PictureView } from './picture_view.js';
import { Pointers } from './pointers.js';
import { sceneOf } from './scene.js';
import { Stage } from './stage.js';
import { Surface } from './surface.js';
import { BrushTool } from './tools/brush_tool.js';
import { DrawBonesTool } from './tools/draw_bones_tool.js';
import type { CanvasTool } from './tools/gesture.js';
import { nudge } from './tools/nudge.js';
import { PoseTool } from './tools/pose_tool.js';
import { SelectTool } from './tools/select_tool.js';
import { SetPinsTool } from './tools/set_pins_tool.js';

/** The picture and what lies above it, in an element that it fills; its pointers are the tools'. */
export class CanvasView {
  readonly stage: Stage;
  /** Colours around and behind the picture. */
  readonly isDark: Signal<boolean> = signal(false);

  private readonly surface: Surface;
  private readonly picture: PictureView;
  private readonly geometries: Geometries;
  private readonly onion: Onion;
  private readonly overlay: Overlay;
  private readonly navigation: Navigation;
  private readonly pointers: Pointers;
  private readonly look: ReadonlySignal<Look>;
  private readonly tools: Record<Tool, CanvasTool | null>;
  private readonly stops: (() => void)[];
  private request = 0;
  /** The camera that shows the whole canvas. */
  private fitted: Camera | null = null;

  constructor(readonly session: Session, private readonly host: HTMLElement) {
    this.surface = new Surface(host);
    this.picture = new PictureView(
      this.surface.picture,
      (message) => session.tell(`This browser cannot paint the canvas: ${message}. Switch on ` +
        'hardware acceleration, or use a newer one.', 'error'));
    const { client } = session;
    void client.ready.then(() => this.picture.setPasses(client.blendPasses), () => {});
    host.tabIndex = 0;
    host.setAttribute('role', 'application');
    host.setAttribute('aria-label', 'Canvas');
    host.style.touchAction = 'none';
    host.onkeydown = (event) => {
      if (!event.defaultPrevented && nudge(this.stage, event)) event.preventDefault();
    };
    this.geometries = new Geometries(session);
    this.onion = new Onion(session);
    this.look = lookOf(session, this.isDark, this.onion.ghosts, this.surface.size);
    this.stage = new Stage(session, sceneOf(session, this.geometries));
    this.overlay = new Overlay(this.surface.drawing, this.stage);
    this.tools = {
      select: new SelectTool(this.stage),
      draw_bones: new DrawBonesTool(this.stage),
      set_pins: new SetPinsTool(this.stage),
      brush: new BrushTool(this.stage),
      pose: new PoseTool(this.stage),
      hand: null,
    };
    this.navigation = new Navigation(this.stage, host, () => this.cancel());
    this.pointers = new Pointers(this.stage, host, this.navigation,
                                 () => this.tools[session.tool.peek()]);
    this.stops = [
      this.followSize(), this.followTool(), this.paintPicture(), this.drawOverlay(),
    ];
  }

  /** The whole canvas of the document in view, and so it stays until the camera is moved. */
  fit(): void {
    const { width, height } = this.surface.size.peek();
    const canvas: Point = this.session.state.peek()?.canvas ?? [1, 1];
    this.fitted = fitted(canvas, [width, height]);
    this.stage.camera.value = this.fitted;
  }

  /** About the middle of the view. */
  zoomBy(factor: number): void {
    const { width, height } = this.surface.size.peek();
    const { camera } = this.stage;
    camera.value = zoomedAt(camera.peek(), [width / 2, height / 2], factor);
  }

  /** Pixels of the page for one of the document. */
  get zoom(): number {
    return this.stage.camera.value.scale;
  }

  zoomTo(scale: number): void {
    this.zoomBy(scale / this.stage.camera.peek().scale);
  }

  /** Takes back the gesture that goes on. Returns whether there was one. */
  cancel(): boolean {
    return this.pointers.cancel();
  }

  /** What Enter and Escape mean to the tool. Returns whether they mean something. */
  confirm(): boolean {
    return this.tools[this.session.tool.peek()]?.confirm?.() ?? false;
  }

  close(): void {
    this.stops.forEach((stop) => stop());
    cancelAnimationFrame(this.request);
    this.picture.close();
    this.pointers.close();
    this.navigation.close();
    this.onion.close();
    this.geometries.close();
    this.surface.close();
    this.host.onkeydown = null;
  }

  /** New documents are shown whole; in a view of another size the middle stays. */
  private followSize(): () => void {
    let document = 0;
    let before = this.surface.size.peek();
    return effect(() => {
      const { session, stage: { camera } } = this;
      const size = this.surface.size.value;
      if (size.width === 0 || session.state.value === null) return;
      const isNew = document !== session.document.value;
      if (isNew || camera.peek() === this.fitted) this.fit();
      else camera.value = panned(camera.peek(), [(size.width - before.width) / 2,
                                                 (size.height - before.height) / 2]);
      document = session.document.value;
      before = size;
    });
  }

  private followTool(): () => void {
    let tool = this.session.tool.peek();
    return effect(() => {
      const next = this.session.tool.value;
      if (next !== tool) {
        this.cancel();
        this.tools[tool]?.leave?.();
      }
      tool = next;
      this.surface.drawing.style.cursor = this.tools[tool]?.cursor ?? 'grab';
    });
  }

  private paintPicture(): () => void {
    const { session, stage, surface, picture } = this;
    const stopPictures = effect(() => picture.setPictures(session.pictures.files.value));
    const stopPainting = effect(() => {
      const scene = stage.scene.value;
      const camera = stage.camera.value;
      const look = this.look.value;
      surface.size.value;
      const size = surface.pixels;
      if (scene && size[0] > 0 && size[1] > 0) picture.show({ scene, camera, look, size });
    });
    return () => {
      stopPictures();
      stopPainting();
    };
  }

  private drawOverlay(): () => void {
    const { session, stage, surface, picture, overlay } = this;
    const seen = [
      picture.painted, stage.sketch, stage.hovered, surface.size, session.selection, session.reach,
      session.chain, session.mode, session.shown, session.brush,
    ];
    return effect(() => {
      seen.forEach((one) => one.value);
      this.request ||= requestAnimationFrame(() => {
        this.request = 0;
        overlay.draw(picture.painted.peek(), surface.pixels, surface.size.peek().density);
      });
    });
  }
}

// SPDX-License-Identifier: MIT
import type { Point } from '../../../bindings/wasm/src/protocol.js';
import { panned, zoomedAt } from './camera.js';
import { distance, minus, type Stage } from './stage.js';

/**
 * Moves the camera: the wheel pans, with Ctrl (as a pinch on a touchpad comes) or from a mouse it
 * zooms at the cursor; the space bar, the middle button and the hand tool pan; so do two fingers,
 * which zoom as well.
 */
export class Navigation {
  private readonly fingers = new Map<number, Point>();
  private panning: { pointer: number; last: Point } | null = null;
  private isSpace = false;
  private readonly abort = new AbortController();

  constructor(private readonly stage: Stage, private readonly host: HTMLElement,
              /** Called when fingers turn out to move the camera. */
              private readonly interrupt: () => void) {
    const { signal } = this.abort;
    host.addEventListener('wheel', (event) => this.wheel(event), { passive: false, signal });
    window.addEventListener('keydown', (event) => this.space(event, true), { signal });
    window.addEventListener('keyup', (event) => this.space(event, false), { signal });
    window.addEventListener('blur', () => this.hold(false), { signal });
  }

  close(): void {
    this.abort.abort();
  }

  /** Whether the event is the camera's; tools must not see it then. */
  down(event: PointerEvent): boolean {
    const place = this.placeOf(event);
    if (event.pointerType === 'touch') this.fingers.set(event.pointerId, place);
    if (this.fingers.size >= 2) {
      this.interrupt();
      return true;
    }
    const isHand = this.isSpace || event.button === 1 || this.stage.session.tool.peek() === 'hand';
    if (!isHand) return false;
    this.panning = { pointer: event.pointerId, last: place };
    this.showCursor();
    return true;
  }

  move(event: PointerEvent): boolean {
    const place = this.placeOf(event);
    if (this.fingers.size >= 2 && this.fingers.has(event.pointerId)) {
      this.pinch(event.pointerId, place);
      return true;
    }
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, place);
    if (this.panning?.pointer !== event.pointerId) return false;
    const { camera } = this.stage;
    camera.value = panned(camera.peek(), minus(place, this.panning.last));
    this.panning.last = place;
    return true;
  }

  up(event: PointerEvent): boolean {
    const wasPinch = this.fingers.size >= 2;
    this.fingers.delete(event.pointerId);
    if (this.panning?.pointer !== event.pointerId) return wasPinch;
    this.panning = null;
    this.showCursor();
    return true;
  }

  private placeOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.host.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  private pinch(pointer: number, place: Point): void {
    const { camera } = this.stage;
    const before = this.fingers.get(pointer)!;
    const other = [...this.fingers].find(([id]) => id !== pointer)![1];
    const middle = (one: Point): Point => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    const grown = distance(place, other) / Math.max(distance(before, other), 1);
    const moved = panned(camera.peek(), minus(middle(place), middle(before)));
    camera.value = zoomedAt(moved, middle(place), grown);
    this.fingers.set(pointer, place);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { camera } = this.stage;
    const unit = [1, 16, 400][event.deltaMode]!;
    const [across, down] = [unit * event.deltaX, unit * event.deltaY];
    // A mouse's wheel comes in large upright steps, two fingers on a touchpad in small ones.
    const isMouse = across === 0 && (event.deltaMode > 0 || Math.abs(down) >= 50);
    if (event.ctrlKey || event.metaKey || (isMouse && !event.shiftKey)) {
      const speed = event.ctrlKey && !isMouse ? 0.01 : 0.0018;
      camera.value = zoomedAt(camera.peek(), this.placeOf(event), Math.exp(-speed * down));
    } else {
      const by: Point = event.shiftKey && across === 0 ? [-down, 0] : [-across, -down];
      camera.value = panned(camera.peek(), by);
    }
  }

  private space(event: KeyboardEvent, isDown: boolean): void {
    if (event.code !== 'Space' || (isDown && isControl(event.target))) return;
    // The space bar would scroll, or press the button that was used last.
    if (isDown && this.host.matches(':hover')) event.preventDefault();
    this.hold(isDown);
  }

  private hold(isSpace: boolean): void {
    this.isSpace = isSpace;
    this.showCursor();
  }

  private showCursor(): void {
    const isHand = this.isSpace || this.panning !== null;
    this.host.style.cursor = isHand ? (this.panning ? 'grabbing' : 'grab') : '';
  }
}

/** Whether the space bar means something there. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element &&
    target.closest('input, textarea, select, button, [contenteditable], [role=slider]') !== null;
}

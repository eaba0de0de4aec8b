// SPDX-License-Identifier: MIT
import type { Navigation } from './navigation.js';
import type { Pointer, Stage } from './stage.js';
import type { CanvasTool, Gesture } from './tools/gesture.js';

/** A press whose gesture is not known yet, or goes on. */
interface Pressed {
  pointer: number;
  gesture: Gesture | null;
  /** What came while the tool looked at what was pressed. */
  last: Pointer | null;
  isReleased: boolean;
  isCancelled: boolean;
}

/** Brings what mouse, pen and finger do on an element to the tool that is chosen. */
export class Pointers {
  private pressed: Pressed | null = null;
  private readonly abort = new AbortController();

  constructor(private readonly stage: Stage, private readonly host: HTMLElement,
              private readonly navigation: Navigation,
              private readonly tool: () => CanvasTool | null) {
    const { signal } = this.abort;
    const on = (type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' |
                  'pointerleave', run: (event: PointerEvent) => void) =>
      host.addEventListener(type, run, { signal });
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.move(event));
    on('pointerup', (event) => this.up(event));
    on('pointercancel', (event) => {
      this.navigation.up(event);
      if (this.pressed?.pointer === event.pointerId) this.cancel();
    });
    on('pointerleave', () => {
      if (!this.pressed) this.tool()?.leave?.();
    });
    host.addEventListener('dblclick', (event) => this.tool()?.doubleClick?.(
      this.pointerOf(event)), { signal });
    host.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  }

  /** Takes back the gesture that goes on. Returns whether there was one. */
  cancel(): boolean {
    const { pressed } = this;
    if (!pressed) return false;
    this.pressed = null;
    pressed.isCancelled = true;
    void pressed.gesture?.cancel();
    return true;
  }

  close(): void {
    this.cancel();
    this.abort.abort();
  }

  private down(event: PointerEvent): void {
    this.host.setPointerCapture(event.pointerId);
    this.host.focus({ preventScroll: true });
    if (this.navigation.down(event)) return event.preventDefault();
    if (event.button !== 0 || this.pressed) return;
    const pressed: Pressed = {
      pointer: event.pointerId, gesture: null, last: null, isReleased: false, isCancelled: false,
    };
    this.pressed = pressed;
    void this.begin(pressed, this.pointerOf(event));
  }

  private async begin(pressed: Pressed, pointer: Pointer): Promise<void> {
    const gesture = await this.tool()?.press(pointer) ?? null;
    if (pressed.isCancelled) return void gesture?.cancel();
    pressed.gesture = gesture;
    // What is worked on needs no name, and nothing in front of it.
    if (gesture) this.stage.hovered.value = null;
    if (pressed.last) gesture?.move(pressed.last);
    if (pressed.isReleased) await gesture?.end(pressed.last ?? pointer);
  }

  private move(event: PointerEvent): void {
    if (this.navigation.move(event)) return;
    const { pressed } = this;
    if (!pressed) return this.tool()?.hover?.(this.pointerOf(event));
    if (pressed.pointer !== event.pointerId) return;
    // All places of a fast stroke, not only the last of each picture.
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length > 0 ? all : [event]) {
      pressed.last = this.pointerOf(one);
      pressed.gesture?.move(pressed.last);
    }
  }

  private up(event: PointerEvent): void {
    const { pressed } = this;
    if (this.navigation.up(event) || pressed?.pointer !== event.pointerId) return;
    this.pressed = null;
    pressed.last = this.pointerOf(event);
    pressed.isReleased = true;
    pressed.gesture?.move(pressed.last);
    void pressed.gesture?.end(pressed.last);
  }

  private pointerOf(event: MouseEvent): Pointer {
    const { left, top } = this.host.getBoundingClientRect();
    const view: Pointer['view'] = [event.clientX - left, event.clientY - top];
    const isPointer = event instanceof PointerEvent;
    const isPen = isPointer && event.pointerType === 'pen';
    return {
      view,
      at: this.stage.toCanvas(view),
      pressure: isPen ? event.pressure : 1,
      isTouch: isPointer && event.pointerType === 'touch',
      shift: event.shiftKey,
      alt: event.altKey,
      ctrl: event.ctrlKey || event.metaKey,
    };
  }
}

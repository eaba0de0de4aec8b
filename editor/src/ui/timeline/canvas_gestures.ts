// SPDX-License-Identifier: MIT

/** Pixels of a canvas. */
export interface Place {
  x: number;
  y: number;
}

/** A drag, from press to release. */
export interface Gesture {
  move(place: Place, event: PointerEvent): void;
  end(): void;
  /** All is as it was before the press. */
  cancel(): void;
}

export const noGesture: Gesture = { move: () => {}, end: () => {}, cancel: () => {} };

/** What a canvas does with the pointer. */
export interface PointerTarget {
  canvas: HTMLCanvasElement;
  press(place: Place, event: PointerEvent): Gesture;
  wheel(place: Place, event: WheelEvent): void;
  hover?(place: Place): void;
  doubleClick?(place: Place): void;
}

/** Escape takes the drag back. Returns what stops it. */
export function listenToGestures(target: PointerTarget): () => void {
  const { canvas } = target;
  let gesture: Gesture | null = null;
  const placeOf = (event: MouseEvent): Place => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const cancel = (): void => {
    const going = gesture;
    gesture = null;
    going?.cancel();
  };
  const listeners = {
    pointerdown: (event: PointerEvent): void => {
      if (gesture) return;
      canvas.setPointerCapture(event.pointerId);
      gesture = target.press(placeOf(event), event);
    },
    pointermove: (event: PointerEvent): void => {
      if (gesture) gesture.move(placeOf(event), event);
      else target.hover?.(placeOf(event));
    },
    pointerup: (): void => {
      const going = gesture;
      gesture = null;
      going?.end();
    },
    pointercancel: cancel,
    dblclick: (event: MouseEvent): void => target.doubleClick?.(placeOf(event)),
    wheel: (event: WheelEvent): void => {
      event.preventDefault();
      target.wheel(placeOf(event), event);
    },
    keydown: (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !gesture) return;
      event.stopPropagation();
      cancel();
    },
  };
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, run] of all) canvas.addEventListener(name, run, { passive: false });
  return () => {
    cancel();
    for (const [name, run] of all) canvas.removeEventListener(name, run);
  };
}

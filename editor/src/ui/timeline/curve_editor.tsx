// SPDX-License-Identifier: MIT
import { useRef, useState } from 'preact/hooks';
import type { Easing, KeyAddress } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { useGesture } from '../panels/use_gesture.js';

/** The square of the curve within the drawing, in its units. */
const side = 100;
const [padX, padY] = [10, 34];
const [width, height] = [side + 2 * padX, side + 2 * padY];

const presets: readonly (readonly [name: string, easing: Easing])[] = [
  ['Ease', [0.42, 0, 0.58, 1]], ['In', [0.42, 0, 1, 1]], ['Out', [0, 0, 0.58, 1]],
  ['Overshoot', [0.34, 1.3, 0.64, 1]],
];

function toPlace(x: number, y: number): [number, number] {
  return [padX + side * x, padY + side * (1 - y)];
}

/** How the value goes from one key to the next: two handles, dragged or moved by arrows. */
export function CurveEditor({ easing, keys }: { easing: Easing; keys: KeyAddress[] }) {
  const { session } = useEditor();
  const gesture = useGesture(session, 'curve');
  const [draft, setDraft] = useState<Easing | null>(null);
  const shown = draft ?? easing;
  const apply = (next: Easing, merge?: string) => session.edit('shape_keys', {
    clip: session.clip.value!, keys, interpolation: 'bezier', easing: next,
    ...(merge === undefined ? {} : { merge }),
  }, [], merge === undefined ? {} : { latest: merge });
  const drag = (next: Easing): void => {
    setDraft(next);
    void apply(next, gesture.merge);
  };
  const end = (): void => {
    setDraft(null);
    gesture.end();
  };
  const [x0, y0] = toPlace(0, 0);
  const [x1, y1] = toPlace(1, 1);
  const [first, second] = [toPlace(shown[0], shown[1]), toPlace(shown[2], shown[3])];
  return (
    <div class="curve">
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Curve to the next key">
        <rect class="curve-field" x={padX} y={padY} width={side} height={side} />
        <path class="curve-arm" d={`M${x0} ${y0}L${first}M${x1} ${y1}L${second}`} />
        <path class="curve-line" d={`M${x0} ${y0}C${first} ${second} ${x1} ${y1}`} />
        <Handle index={0} easing={shown} onDrag={drag} onEnd={end} />
        <Handle index={1} easing={shown} onDrag={drag} onEnd={end} />
      </svg>
      <div class="presets" role="group" aria-label="Usual curves">
        {presets.map(([name, preset]) => (
          <button key={name} type="button" class="button small" onClick={() => void apply(preset)}>
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}

const arrowSteps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
};

interface HandleProps {
  index: 0 | 1;
  easing: Easing;
  onDrag: (easing: Easing) => void;
  onEnd: () => void;
}

function withHandle(easing: Easing, index: 0 | 1, x: number, y: number): Easing {
  const next: Easing = [...easing];
  // Time never runs backwards; values may overshoot.
  next[2 * index] = Math.round(1000 * Math.min(Math.max(x, 0), 1)) / 1000;
  next[2 * index + 1] = Math.round(1000 * Math.min(Math.max(y, -0.3), 1.3)) / 1000;
  return next;
}

function Handle({ index, easing, onDrag, onEnd }: HandleProps) {
  const isDragging = useRef(false);
  const [x, y] = [easing[2 * index]!, easing[2 * index + 1]!];
  const [cx, cy] = toPlace(x, y);
  const move = (event: PointerEvent): void => {
    if (!isDragging.current) return;
    const drawing = (event.currentTarget as SVGElement).ownerSVGElement!;
    const place = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(drawing.getScreenCTM()!.inverse());
    onDrag(withHandle(easing, index, (place.x - padX) / side, 1 - (place.y - padY) / side));
  };
  const press = (event: KeyboardEvent): void => {
    const step = arrowSteps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const size = event.shiftKey ? 0.1 : 0.02;
    onDrag(withHandle(easing, index, x + size * step[0], y + size * step[1]));
  };
  return (
    <circle class="curve-handle" cx={cx} cy={cy} r={5} tabIndex={0} role="slider"
            aria-label={index === 0 ? 'Handle of this key' : 'Handle of the next key'}
            aria-valuenow={x} aria-valuemin={0} aria-valuemax={1}
            aria-valuetext={`${x.toFixed(2)} of the time, ${y.toFixed(2)} of the way`}
            onPointerDown={(event) => {
              (event.currentTarget as SVGElement).setPointerCapture(event.pointerId);
              isDragging.current = true;
            }}
            onPointerMove={move}
            onPointerUp={() => {
              isDragging.current = false;
              onEnd();
            }}
            onKeyDown={press} onKeyUp={onEnd} onBlur={onEnd} />
  );
}

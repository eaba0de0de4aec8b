// SPDX-License-Identifier: MIT
import { useRef, useState } from 'preact/hooks';

export interface Drop {
  row: string;
  where: 'before' | 'inside' | 'after';
}

export interface RowDragOptions {
  /** Where a row may land on another one. */
  places: 'between' | 'inside';
  onDrop: (dragged: string, drop: Drop) => void;
}

const threshold = 5;  // pixels before a click becomes a drag

/** Rows, marked by data-row, that are dragged onto or between each other; touch drags grips. */
export function useRowDrag({ places, onDrop }: RowDragOptions) {
  const [drop, setDrop] = useState<Drop | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const start = useRef<{ row: string; x: number; y: number } | null>(null);

  const onPointerDown = (event: PointerEvent): void => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const isGrip = target.closest('.grip') !== null;
    if (!row || event.button !== 0 || target.closest('button, input')) return;
    if (event.pointerType === 'touch' && !isGrip) return;
    start.current = { row, x: event.clientX, y: event.clientY };
  };

  const onPointerMove = (event: PointerEvent): void => {
    if (!start.current) return;
    const { row, x, y } = start.current;
    if (dragged === null && Math.hypot(event.clientX - x, event.clientY - y) < threshold) return;
    if (dragged === null) {
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      setDragged(row);
    }
    setDrop(dropAt(event, places, row));
  };

  const end = (): void => {
    start.current = null;
    setDrop(null);
    setDragged(null);
  };

  const onPointerUp = (): void => {
    if (dragged !== null && drop) onDrop(dragged, drop);
    end();
  };

  const markOf = (row: string): string => {
    if (row === dragged) return 'dragged';
    return drop?.row === row ? `drop-${drop.where}` : '';
  };
  return { markOf, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end } };
}

function dropAt(event: PointerEvent, places: RowDragOptions['places'], dragged: string):
    Drop | null {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const element = under?.closest<HTMLElement>('[data-row]');
  const row = element?.dataset['row'];
  if (!element || !row || row === dragged) return null;
  if (places === 'inside') return { row, where: 'inside' };
  const { top, height } = element.getBoundingClientRect();
  return { row, where: event.clientY < top + height / 2 ? 'before' : 'after' };
}

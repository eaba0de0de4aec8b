// SPDX-License-Identifier: MIT
import { useRef } from 'preact/hooks';
import { gestureName } from '../../gesture_name.js';
import type { Session } from '../../session.js';

/**
 * Drafts of a drag and its end as one step to undo: `merge` names it while it goes on, until
 * `end`.
 */
export function useGesture(session: Session, what: string) {
  const name = useRef<string | null>(null);
  return {
    get merge(): string {
      return name.current ??= gestureName(what);
    },
    end(): void {
      if (name.current === null) return;
      name.current = null;
      void session.query('end_merge', {});
    },
  };
}

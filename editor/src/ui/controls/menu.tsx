// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useShared } from '../context.js';
import { shortcutText } from '../keyboard.js';

interface Props {
  label: string;
  children: ComponentChildren;
  /** Ids of actions; '-' draws a line. */
  actions: string[];
}

/** A button that opens a list of actions; arrows move in it, Escape closes it. */
export function Menu({ label, children, actions }: Props) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus();
    const away = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    window.addEventListener('pointerdown', away);
    return () => window.removeEventListener('pointerdown', away);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    <div ref={root} class="menu" onKeyDown={(event) => moveFocus(event, close)}>
      <button type="button" class="button quiet" aria-haspopup="menu" aria-expanded={isOpen}
              aria-label={label} onClick={() => setOpen(!isOpen)}>
        {children}
      </button>
      {isOpen && (
        <div class="menu-list" role="menu" aria-label={label}>
          {actions.map((id, i) => id === '-' ? <hr key={i} /> :
            <MenuItem key={id} id={id} close={close} />)}
        </div>
      )}
    </div>
  );
}

function MenuItem({ id, close }: { id: string; close: () => void }) {
  const action = useShared().actions.get(id)!;
  const run = (): void => {
    close();
    action.run();
  };
  return (
    <button type="button" role="menuitem" disabled={!action.enabled()} onClick={run}>
      <span>{action.label}</span>
      {action.shortcuts[0] && <kbd>{shortcutText(action.shortcuts[0])}</kbd>}
    </button>
  );
}

function moveFocus(event: KeyboardEvent, close: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    return close();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget as HTMLElement;
  const items = [...list.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];
  if (!step || items.length === 0) return;
  event.preventDefault();
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + step + items.length) % items.length]!.focus();
}

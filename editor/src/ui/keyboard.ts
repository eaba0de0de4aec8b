// SPDX-License-Identifier: MIT
import type { Action } from '../actions.js';

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

/** 'Mod+Shift+Z' for a pressed key; what Shift does to a character is not told twice: '?', 'Z'. */
export function shortcutOf(event: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(event.key);
  const isNamed = event.key.length > 1;
  const shift = event.shiftKey && (isLetter || isNamed);
  return [(isMac ? event.metaKey : event.ctrlKey) ? 'Mod' : '', event.altKey ? 'Alt' : '',
          shift ? 'Shift' : '', isLetter ? event.key.toUpperCase() : event.key]
    .filter(Boolean).join('+');
}

const names: Record<string, string> = {
  ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', Delete: 'Del',
  '-': '−',
};

/** As people of this system write it. */
export function shortcutText(shortcut: string): string {
  const parts = shortcut === '+' ? ['+'] : shortcut.split('+');
  const word = (part: string): string => {
    if (part === 'Mod') return isMac ? '⌘' : 'Ctrl';
    if (part === 'Shift') return isMac ? '⇧' : 'Shift';
    return names[part] ?? part;
  };
  return parts.map(word).join(isMac ? '' : '+');
}

/** For aria-keyshortcuts. */
export function shortcutAria(shortcut: string): string {
  return shortcut.replace('Mod', isMac ? 'Meta' : 'Control');
}

const chosenByKeys = ['range', 'checkbox', 'radio', 'color'];

/** Whether the focused element needs the key for itself. */
function isTakenBy(target: EventTarget | null, event: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  const isModified = event.ctrlKey || event.metaKey;
  if (target instanceof HTMLInputElement && chosenByKeys.includes(target.type)) {
    return !isModified && /^(Arrow|Home|End|Page|Enter| )/.test(event.key);
  }
  if (target.matches('input, select, textarea')) return !isModified || !/^[soe]$/i.test(event.key);
  if (target.matches('button, summary, a')) return ['Enter', ' '].includes(event.key);
  const isList = target.closest('[role=tree], [role=listbox], [role=menu]') !== null;
  return isList && !isModified && /^(Arrow|Home|End|Enter| )/.test(event.key);
}

/** Runs actions by their keys. Returns what stops it. */
export function listenToKeys(actions: ReadonlyMap<string, Action>): () => void {
  const byShortcut = new Map<string, Action[]>();
  for (const action of actions.values()) {
    for (const key of action.shortcuts) byShortcut.set(key, [...byShortcut.get(key) ?? [], action]);
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTakenBy(event.target, event)) return;
    const named = byShortcut.get(shortcutOf(event));
    if (!named) return;
    // Also where it is not enabled: the browser's own Save or Open would surprise.
    if (event.ctrlKey || event.metaKey) event.preventDefault();
    const action = named.find((one) => one.enabled());
    if (!action) return;
    event.preventDefault();
    action.run();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

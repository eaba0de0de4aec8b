// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../controls/action_button.js';

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  class?: string;
}

/** A dialog of the browser: it keeps the focus, closes on Escape and gives the focus back. */
export function Modal({ title, onClose, children, class: kind = '' }: Props) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  // What is told after painting would give the focus back a while after the dialog has gone.
  useLayoutEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement;
    dialog.showModal();
    // What is chosen or usual first; the button that closes is the first of all.
    dialog.querySelector<HTMLElement>('input:checked, .button.primary:enabled')?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={element} class={`dialog ${kind}`} aria-labelledby={id}
            onCancel={(event) => {
              event.preventDefault();
              onClose();
            }}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

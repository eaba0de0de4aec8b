// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { readSetting, writeSetting } from '../theme.js';
import { Icon } from './icon.js';

interface Props {
  title: string;
  /** Beside the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
  folded?: boolean;
}

/** A part of a side bar with a title that folds it away, as it was left the last time. */
export function Panel({ title, actions, children, class: kind = '', folded = false }: Props) {
  const key = `vide-panel-${title}`;
  const [isOpen, setOpen] = useState((readSetting(key) ?? (folded ? 'folded' : 'open')) === 'open');
  const id = useId();
  const toggle = (): void => {
    writeSetting(key, isOpen ? 'folded' : 'open');
    setOpen(!isOpen);
  };
  return (
    <section class={`panel ${kind} ${isOpen ? 'open' : 'folded'}`} aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>
          <button type="button" class="panel-title" aria-expanded={isOpen} onClick={toggle}>
            <Icon name={isOpen ? 'down' : 'right'} />
            {title}
          </button>
        </h2>
        {isOpen && actions && <div class="panel-actions">{actions}</div>}
      </header>
      {isOpen && <div class="panel-body">{children}</div>}
    </section>
  );
}

/** Words in the place of things that are not there yet. */
export function Hint({ children }: { children: ComponentChildren }) {
  return <p class="hint">{children}</p>;
}

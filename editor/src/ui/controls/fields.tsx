// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, label: string])[];
  onChange: (value: T) => void;
  disabled?: boolean;
}

export function Select<T extends string>({ label, value, options, onChange, disabled }:
    SelectProps<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} disabled={disabled ?? false}
              onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([option, text]) =>
          <option key={option} value={option} selected={option === value}>{text}</option>)}
      </select>
    </div>
  );
}

/** Options with what a file may say and a person cannot choose, while that is the value. */
export function withKept<T extends string, K extends string>(
  options: readonly (readonly [T, string])[], value: T | K): readonly (readonly [T | K, string])[] {
  return options.some(([option]) => option === value) ? options : [...options, [value, value]];
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  title?: string;
}

export function Check({ label, checked, onChange, disabled, title }: CheckProps) {
  return (
    <label class="check" title={title ?? ''}>
      <input type="checkbox" checked={checked} disabled={disabled ?? false}
             onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, label: string])[];
  onChange: (value: T) => void;
}

/** A few choices side by side. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <div class="segments" role="radiogroup" aria-label={label}>
      {options.map(([option, text]) => (
        <label key={option} class={option === value ? 'chosen' : ''}>
          <input type="radio" name={name} checked={option === value}
                 onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </div>
  );
}

interface NameProps {
  label: string;
  value: string;
  onCommit: (name: string) => void;
  /** Escape, or leaving without a change. */
  onLeave?: () => void;
  focused?: boolean;
}

/** A name that is changed in place. */
export function NameInput({ label, value, onCommit, onLeave, focused }: NameProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    if (focused) input.current?.select();
  }, [focused]);
  const finish = (name: string | null): void => {
    if (isOver.current) return;
    setDraft(null);
    const trimmed = name?.trim() ?? '';
    if (trimmed && trimmed !== value) onCommit(trimmed);
    onLeave?.();
  };
  return (
    <input ref={input} class="name-input" type="text" aria-label={label} value={draft ?? value}
           autoComplete="off" spellcheck={false}
           onInput={(event) => setDraft(event.currentTarget.value)}
           onFocus={() => { isOver.current = false; }}
           onBlur={() => finish(draft)}
           onKeyDown={(event) => {
             event.stopPropagation();
             if (event.key === 'Enter') event.currentTarget.blur();
             if (event.key !== 'Escape') return;
             isOver.current = true;  // leaving must not commit
             setDraft(null);
             onLeave?.();
             event.currentTarget.blur();
           }} />
  );
}

export function Row({ children }: { children: ComponentChildren }) {
  return <div class="row">{children}</div>;
}

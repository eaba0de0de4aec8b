// SPDX-License-Identifier: MIT
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface NumberProps {
  label: string;
  value: number | null;
  least?: number;
  most?: number;
  step?: number;
  unit?: string;
  /** Shown where there is no value. */
  placeholder?: string;
  disabled?: boolean;
  onCommit: (value: number) => void;
  /** Instead of a label beside it. */
  bare?: boolean;
}

function clamped(value: number, least = -Infinity, most = Infinity): number {
  return Math.min(Math.max(value, least), most);
}

/** As many decimals as the step has. */
function shown(value: number | null, step: number): string {
  if (value === null) return '';
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  return String(Number(value.toFixed(decimals)));
}

/** A number that counts when it is finished: by Enter, the arrows or on leaving. */
export function NumberInput({ label, value, least, most, step = 1, unit, placeholder, disabled,
                              onCommit, bare }: NumberProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const isGivenUp = useRef(false);
  const commit = (text: string | null): void => {
    setDraft(null);
    if (isGivenUp.current) return;
    const number = Number((text ?? '').replace(',', '.').trim() || NaN);
    if (text !== null && Number.isFinite(number) && number !== value) {
      onCommit(clamped(number, least, most));
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    // Finished: keys are shortcuts again.
    if (event.key === 'Enter') (event.currentTarget as HTMLElement).blur();
    if (event.key === 'Escape') {
      isGivenUp.current = true;
      (event.currentTarget as HTMLElement).blur();
    }
    if (!direction) return;
    event.preventDefault();
    const by = direction * step * (event.shiftKey ? 10 : 1);
    setDraft(null);
    onCommit(clamped(Number((Number(draft ?? value ?? 0) + by).toPrecision(12)), least, most));
  };
  const input = (
    <span class="number">
      <input id={id} type="text" inputMode="decimal" autoComplete="off"
             value={draft ?? shown(value, step)} placeholder={placeholder ?? ''}
             disabled={disabled ?? false} {...(bare ? { 'aria-label': label } : {})}
             onInput={(event) => setDraft(event.currentTarget.value)}
             onFocus={(event) => {
               isGivenUp.current = false;
               event.currentTarget.select();
             }}
             onBlur={() => commit(draft)} onKeyDown={onKeyDown} />
      {unit && <span class="unit" aria-hidden="true">{unit}</span>}
    </span>
  );
  if (bare) return input;
  return <div class="field"><label for={id}>{label}</label>{input}</div>;
}

interface SliderProps extends NumberProps {
  least: number;
  most: number;
  /** While the thumb moves. Without it nothing is heard before it rests. */
  onDraft?: (value: number) => void;
  /** Finer steps for small values. */
  logarithmic?: boolean;
}

const sliderSteps = 1000;

/** A number with a thumb to drag: drafts on the way, commits on release. */
export function SliderField(props: SliderProps) {
  const { label, value, least, most, logarithmic, onDraft, onCommit, disabled } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  const last = useRef(value);
  useEffect(() => {
    last.current = value;
    setDragged(null);
  }, [value]);
  const scale = scaleOf(least, most, logarithmic ?? false);
  const at = dragged ?? value ?? least;
  const read = (event: { currentTarget: HTMLInputElement }): number =>
    scale.value(Number(event.currentTarget.value) / sliderSteps);
  return (
    <div class="slider">
      <NumberInput {...props} value={dragged ?? value} />
      <input type="range" class="range" aria-label={label} min={0} max={sliderSteps}
             value={Math.round(sliderSteps * scale.place(at))} disabled={disabled ?? false}
             aria-valuetext={shown(at, props.step ?? 1)}
             style={{ '--place': String(scale.place(at)) }}
             onInput={(event) => {
               setDragged(read(event));
               onDraft?.(read(event));
             }}
             onChange={(event) => onCommit(read(event))} />
    </div>
  );
}

/** Between a value and its place 0..1 on the slider. */
function scaleOf(least: number, most: number, logarithmic: boolean) {
  if (!logarithmic) {
    return {
      value: (place: number) => least + place * (most - least),
      place: (value: number) => clamped((value - least) / (most - least), 0, 1),
    };
  }
  // Through 0: log(1 + value).
  const length = Math.log1p(most - least);
  return {
    value: (place: number) => least + Math.expm1(place * length),
    place: (value: number) => clamped(Math.log1p(Math.max(value - least, 0)) / length, 0, 1),
  };
}

// SPDX-License-Identifier: MIT
import type { LayerState } from '../../../../bindings/wasm/src/protocol.js';

interface TintProps {
  tint: LayerState['tint'];
  onDraft: (tint: LayerState['tint']) => void;
  onCommit: (tint: LayerState['tint']) => void;
}

/** A colour that a layer's picture is multiplied by. */
export function TintField({ tint, onDraft, onCommit }: TintProps) {
  const twoDigits = (part: number): string =>
    Math.round(255 * part).toString(16).padStart(2, '0');
  const hex = `#${tint.map(twoDigits).join('')}`;
  const parse = (value: string): LayerState['tint'] =>
    [1, 3, 5].map((at) => parseInt(value.slice(at, at + 2), 16) / 255) as LayerState['tint'];
  return (
    <label class="field">
      <span class="field-label">Tint</span>
      <input type="color" value={hex} onInput={(event) => onDraft(parse(event.currentTarget.value))}
             onChange={(event) => onCommit(parse(event.currentTarget.value))} />
    </label>
  );
}

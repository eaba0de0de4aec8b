// SPDX-License-Identifier: MIT
import type { KeyAddress, KeyState } from '../../../../bindings/wasm/src/protocol.js';
import { useEditor } from '../context.js';
import { NumberInput } from '../controls/number_field.js';

interface Props {
  address: KeyAddress;
  state: KeyState;
  units: string[];  // of the key's numbers
}

const sides = [['in_tangent', 'Slope before', 'Arrive'], ['out_tangent', 'Slope after', 'Leave']] as const;

/** How fast the values of a smooth key change where it is passed, per second. */
export function TangentFields({ address, state: key, units }: Props) {
  const { session } = useEditor();
  const set = (side: typeof sides[number][0], place: number, next: number): void => {
    const tangent = key.value.map((_, i) => i === place ? next : key[side]?.[i] ?? 0);
    void session.edit('shape_keys', {
      clip: session.clip.value!, keys: [address], interpolation: key.interpolation,
      ...(key.easing ? { easing: key.easing } : {}), [side]: tangent,
    });
  };
  return (
    <>
      {sides.map(([side, label, short]) => (
        <div key={side} class="field">
          <span class="field-label" title={`${label}, per second`}>{short}</span>
          <span class="pair">
            {key.value.map((_, i) => (
              <NumberInput key={i} bare label={`${label} ${units.length > 1 ? units[i] : ''}`.trim()}
                           value={key[side]?.[i] ?? 0} step={1} unit={units[i]!}
                           onCommit={(next) => set(side, i, next)} />
            ))}
          </span>
        </div>
      ))}
    </>
  );
}

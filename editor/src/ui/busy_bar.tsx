// SPDX-License-Identifier: MIT
import { useEditor } from './context.js';

/** Long work: what it is, how far it is, and how to stop it. */
export function BusyBar() {
  const busy = useEditor().session.busy.value;
  if (!busy) return null;
  const percent = Math.round(100 * busy.fraction);
  return (
    <div class="busy" role="status">
      <span>{busy.label}{percent > 0 ? ` ${percent} %` : '…'}</span>
      <progress max={1} aria-label={busy.label}
                {...(percent > 0 ? { value: busy.fraction } : {})} />
      {busy.cancel && (
        <button type="button" class="button small" onClick={busy.cancel}>Cancel</button>
      )}
    </div>
  );
}

// SPDX-License-Identifier: MIT
import { useEffect } from 'preact/hooks';
import type { Toast } from '../session.js';
import { useEditor } from './context.js';
import { IconButton } from './controls/action_button.js';

// Errors stay until they are read.
const staySeconds: Record<Toast['kind'], number | null> = { note: 4, warning: 12, error: null };
const mostShown = 4;

export function Toasts() {
  const { session } = useEditor();
  const toasts = session.toasts.value;
  return (
    <div class="toasts" role="region" aria-label="Messages">
      {toasts.length > mostShown && (
        <button type="button" class="button small" onClick={() => { session.toasts.value = []; }}>
          Dismiss all {toasts.length} messages
        </button>
      )}
      {toasts.slice(-mostShown).map((toast) => <Message key={toast.id} toast={toast} />)}
    </div>
  );
}

function Message({ toast: { id, kind, text } }: { toast: Toast }) {
  const { session } = useEditor();
  useEffect(() => {
    const seconds = staySeconds[kind];
    if (seconds === null) return;
    const timer = setTimeout(() => session.dismiss(id), 1000 * seconds);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div class={`toast ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p>{text}</p>
      <IconButton icon="close" label="Dismiss" class="subtle" onClick={() => session.dismiss(id)} />
    </div>
  );
}

// SPDX-License-Identifier: MIT
import type { Generation } from '../../files/autosave.js';
import { useEditor } from '../context.js';
import { agoText } from '../welcome.js';
import { Modal } from './modal.js';

/** What earlier visits left. */
export function RecoverDialog({ generations }: { generations: Generation[] }) {
  const editor = useEditor();
  const open = (generation: Generation): void => {
    editor.dialogs.close();
    void editor.recover(generation);
  };
  return (
    <Modal title="Recover" class="narrow" onClose={() => editor.dialogs.close()}>
      <p>The browser keeps the last states of your characters on this machine.</p>
      <ul class="generations">
        {generations.map((generation) => (
          <li key={generation.id}>
            <button type="button" onClick={() => open(generation)}>
              <strong>{generation.name || 'Untitled'}</strong>
              <span>{agoText(generation.time)}, {sizeText(generation.bytes.length)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

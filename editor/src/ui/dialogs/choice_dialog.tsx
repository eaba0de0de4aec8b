// SPDX-License-Identifier: MIT
import { useEditor } from '../context.js';
import type { Choice } from './dialog_state.js';
import { Modal } from './modal.js';

interface Props {
  title: string;
  text: string;
  choices: Choice[];
  answer: (id: string | null) => void;
}

export function ChoiceDialog({ title, text, choices, answer }: Props) {
  const { dialogs } = useEditor();
  return (
    <Modal title={title} class="narrow" onClose={() => dialogs.close()}>
      <p>{text}</p>
      <div class="row end">
        <button type="button" class="button" onClick={() => dialogs.close()}>Cancel</button>
        {[...choices].reverse().map(({ id, label, kind = '' }) => (
          <button key={id} type="button" class={`button ${kind}`} onClick={() => answer(id)}>
            {label}
          </button>
        ))}
      </div>
    </Modal>
  );
}

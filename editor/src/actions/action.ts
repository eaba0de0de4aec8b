// SPDX-License-Identifier: MIT
import type { Editor } from '../ui/editor.js';

export type ActionGroup = 'File' | 'Edit' | 'View' | 'Tools' | 'Bones' | 'Weights' | 'Animation';

/** What can be done from menus, buttons, by keys and from the list of shortcuts. */
export interface Action {
  id: string;
  group: ActionGroup;
  label: string;
  /**
   * Keys joined by +, as in 'Mod+Shift+Z': Mod is Ctrl, on Macs Command. The first is shown, all
   * work.
   */
  shortcuts: string[];
  enabled(): boolean;
  /** The label as things stand, where it depends on them: what would be undone. */
  describe?(): string;
  /** Of what is switched on and off. */
  checked?(): boolean;
  run(): void;
}

export type Rest = Partial<Pick<Action, 'shortcuts' | 'enabled' | 'checked' | 'describe'>>;

/** Makes actions of one group. */
export function actionsOf(group: ActionGroup) {
  return (id: string, label: string, run: () => unknown, rest: Rest = {}): Action => (
    { id, group, label, shortcuts: [], enabled: () => true, ...rest, run: () => void run() });
}

export type ActionTable = (editor: Editor) => Action[];

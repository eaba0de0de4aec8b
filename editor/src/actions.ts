// SPDX-License-Identifier: MIT
import type { Action } from './actions/action.js';
import { animationActions } from './actions/animation_actions.js';
import { editActions } from './actions/edit_actions.js';
import { fileActions } from './actions/file_actions.js';
import { rigActions } from './actions/rig_actions.js';
import { toolActions } from './actions/tool_actions.js';
import { viewActions } from './actions/view_actions.js';
import type { Editor } from './ui/editor.js';

export type { Action } from './actions/action.js';

const tables = [fileActions, editActions, viewActions, toolActions, rigActions, animationActions];

/** All actions, by their ids. */
export function actionsFor(editor: Editor): ReadonlyMap<string, Action> {
  return new Map(tables.flatMap((table) => table(editor)).map((action) => [action.id, action]));
}

// SPDX-License-Identifier: MIT
import { toolsOf, type Tool } from '../session.js';
import { actionsOf, type ActionTable } from './action.js';

export const toolLabels: Record<Tool, [label: string, shortcut: string]> = {
  select: ['Select and move', 'V'], draw_bones: ['Draw bones', 'B'],
  set_pins: ['Set pins', 'P'], brush: ['Weight brush', 'B'],
  pose: ['Pose', 'P'], hand: ['Move the view', 'H'],
};

export const toolActions: ActionTable = (editor) => {
  const action = actionsOf('Tools');
  const { session } = editor;
  const offered = (tool: Tool) => editor.hasDocument && toolsOf[session.mode.value].includes(tool);
  return (Object.keys(toolLabels) as Tool[]).map((tool) => {
    const [label, shortcut] = toolLabels[tool];
    return action(`tool_${tool}`, label, () => { session.tool.value = tool; }, {
      shortcuts: [shortcut], enabled: () => offered(tool),
      checked: () => session.tool.value === tool,
    });
  });
};

// SPDX-License-Identifier: MIT
import { toolsOf } from '../session.js';
import { useEditor } from './context.js';
import { ActionButton } from './controls/action_button.js';

export function ToolStrip() {
  const { session } = useEditor();
  return (
    <div class="tools" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {toolsOf[session.mode.value].map((tool) =>
        <ActionButton key={tool} action={`tool_${tool}`} icon={tool} class="tool" />)}
    </div>
  );
}

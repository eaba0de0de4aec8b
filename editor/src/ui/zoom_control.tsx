// SPDX-License-Identifier: MIT
import { useEditor } from './context.js';
import { ActionButton } from './controls/action_button.js';

/** How large the picture is seen. */
export function ZoomControl() {
  const { view } = useEditor();
  const scale = view.value?.stage.camera.value.scale ?? 1;
  return (
    <div class="zoom" role="group" aria-label="Zoom">
      <ActionButton action="zoom_out" icon="minus" />
      <button type="button" class="button small quiet"
              title="One pixel of the picture for one of the page"
              onClick={() => view.value?.zoomTo(1)}>
        {Math.round(100 * scale)} %
      </button>
      <ActionButton action="zoom_in" icon="add" />
    </div>
  );
}

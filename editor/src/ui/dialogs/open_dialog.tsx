// SPDX-License-Identifier: MIT
import { useEditor } from '../context.js';
import { ChoiceDialog } from './choice_dialog.js';
import { ExportDialog } from './export_dialog.js';
import { MotionDialog } from './motion_dialog.js';
import { RecoverDialog } from './recover_dialog.js';
import { ShortcutsDialog } from './shortcuts_dialog.js';

/** The dialog that is open, if any. */
export function OpenDialog() {
  const { dialogs } = useEditor();
  const dialog = dialogs.open.value;
  switch (dialog?.kind) {
    case 'export': return <ExportDialog />;
    case 'shortcuts': return <ShortcutsDialog />;
    case 'recover': return <RecoverDialog generations={dialog.generations} />;
    case 'motion': return <MotionDialog name={dialog.name} text={dialog.text} />;
    case 'choice': return <ChoiceDialog {...dialog} />;
    default: return null;
  }
}

// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import type { Editor } from './editor.js';

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Files may be dropped anywhere on the page, and pasted. Whether some hover above it. */
export function useDroppedFiles(editor: Editor): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!event.relatedTarget) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      void editor.openFiles(event.dataTransfer!.files);
    };
    const paste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files;
      if (files && files.length > 0) void editor.openFiles(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [editor]);
  return isOver;
}

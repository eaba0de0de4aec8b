// SPDX-License-Identifier: MIT
import { chooseDestination } from '../../files/download.js';
import { exportDocument, exportFrames, packed, type Going } from '../../files/export_files.js';
import { FileError } from '../../files/raster.js';
import type { NamedFile } from '../../files/zip.js';
import type { Session } from '../../session.js';
import { infoOf } from './export_formats.js';
import { documentOptions, frameOptions, type ExportSettings } from './export_settings.js';
import { sizeText } from './recover_dialog.js';

/** Asks where to, writes it there, and says what came of it. */
export async function runExport(session: Session, settings: ExportSettings): Promise<void> {
  const { ending, mime, label } = infoOf(settings.format);
  const destination = await chooseDestination(`${settings.name}${ending}`, mime);
  if (!destination) return;
  try {
    const written = await withProgress(session, settings, (going) =>
      write(session, settings, going));
    const bytes = await packed(written, ending === '.zip');
    await destination.write(bytes);
    session.tell(`Exported ${destination.name}, ${sizeText(bytes.length)}.`);
  } catch (error) {
    const isStopped = error instanceof DOMException && error.name === 'AbortError';
    if (!isStopped) session.tell(reasonOf(error, label), 'error');
  }
}

async function write(session: Session, settings: ExportSettings, going: Going):
    Promise<NamedFile[]> {
  if (infoOf(settings.format).frames) return exportFrames(session, frameOptions(settings), going);
  const { files, warnings } = await exportDocument(session, documentOptions(settings), going);
  if (warnings.length > 0) session.tell(warnings.join('\n'), 'warning');
  return files;
}

/** Frames stop one by one; what the document writes by itself stops where it can be stopped. */
async function withProgress<T>(session: Session, { format }: ExportSettings,
                               work: (going: Going) => Promise<T>): Promise<T> {
  const { label, frames } = infoOf(format);
  const abort = new AbortController();
  const cancel = frames || session.client.canCancel ? () => abort.abort() : null;
  const progress = (fraction: number): void => {
    session.busy.value = { label: `Exporting ${label}`, fraction, cancel };
  };
  progress(0);
  try {
    return await work({ progress, signal: abort.signal });
  } finally {
    session.busy.value = null;
  }
}

function reasonOf(error: unknown, label: string): string {
  if (error instanceof FileError) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `${label} could not be exported: ${reason}`;
}

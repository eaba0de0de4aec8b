// SPDX-License-Identifier: MIT
import { chooseDestination } from '../../files/download.js';
import { exportDocument, exportFrames, packed, type Report } from '../../files/export_files.js';
import { FileError } from '../../files/raster.js';
import type { NamedFile } from '../../files/zip.js';
import type { Session } from '../../session.js';
import { infoOf } from './export_formats.js';
import { documentOptions, frameOptions, type ExportSettings } from './export_settings.js';
import { sizeText } from './recover_dialog.js';

class Stopped extends Error {}

/** Asks where to, writes it there, and says what came of it. */
export async function runExport(session: Session, settings: ExportSettings): Promise<void> {
  const { ending, mime, label } = infoOf(settings.format);
  const destination = await chooseDestination(`${settings.name}${ending}`, mime);
  if (!destination) return;
  try {
    const written = await withProgress(session, `Exporting ${label}`, (report) =>
      write(session, settings, report));
    const bytes = await packed(written, ending === '.zip');
    await destination.write(bytes);
    session.tell(`Exported ${destination.name}, ${sizeText(bytes.length)}.`);
  } catch (error) {
    if (!(error instanceof Stopped)) session.tell(reasonOf(error, label), 'error');
  }
}

async function write(session: Session, settings: ExportSettings, report: Report):
    Promise<NamedFile[]> {
  if (infoOf(settings.format).frames) return exportFrames(session, frameOptions(settings), report);
  const { files, warnings } = await exportDocument(session, documentOptions(settings));
  for (const warning of warnings) session.tell(warning, 'warning');
  return files;
}

async function withProgress<T>(session: Session, label: string,
                               work: (report: Report) => Promise<T>): Promise<T> {
  let isStopped = false;
  const cancel = (): void => { isStopped = true; };
  const show = (fraction: number): void => { session.busy.value = { label, fraction, cancel }; };
  show(0);
  try {
    return await work((fraction) => {
      if (isStopped) throw new Stopped();
      show(fraction);
    });
  } finally {
    session.busy.value = null;
  }
}

function reasonOf(error: unknown, label: string): string {
  if (error instanceof FileError) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `${label} could not be exported: ${reason}`;
}

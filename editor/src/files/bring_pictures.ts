// SPDX-License-Identifier: MIT
import type { Session } from '../session.js';
import { files } from './files_client.js';
import { FileError } from './raster.js';

/**
 * Gives the document the pixels of those of its images that it only has as files, as after opening
 * one: meshes, weights of pictures and exports need them. Each that fails is told.
 */
export async function bringPictures(session: Session): Promise<void> {
  for (const { id, name, decoded } of session.state.value?.images ?? []) {
    if (decoded) continue;
    try {
      const { blobs } = await session.query('image', { image: id });
      const { pixels } = await files.run('decode', blobs[0]!);
      await session.query('set_picture', { image: id }, { blobs: [pixels] });
    } catch (error) {
      const reason = error instanceof FileError ? error.message : String(error);
      session.tell(`The picture '${name}' ${reason}`, 'error');
    }
  }
}

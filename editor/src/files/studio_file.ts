// SPDX-License-Identifier: MIT

/** A save that was refused, in words for the person. */
export class StudioFileError extends Error {
  /** `isOutdated`: somebody else has written the file; only a copy can be saved. */
  constructor(message: string, readonly isOutdated: boolean) {
    super(message);
  }
}

/** The file that `vide studio` was started with: read and saved through the program. */
export class StudioFile {
  private version = '';

  constructor(
    readonly name: string,    // of what is read
    readonly saveAs: string,  // of what is written, a .glb
  ) {}

  async read(): Promise<File> {
    const response = await fetch('document');
    await this.check(response);
    return new File([await response.blob()], this.name);
  }

  /** Throws a StudioFileError; the file then is as it was. */
  async save(glb: Uint8Array): Promise<void> {
    const response = await fetch('document', {
      method: 'PUT', body: glb as BodyInit, headers: { 'If-Match': this.version },
    }).catch(() => {
      throw new StudioFileError('vide studio has ended: start it again, or save a copy.', false);
    });
    await this.check(response);
  }

  private async check(response: Response): Promise<void> {
    if (!response.ok) {
      throw new StudioFileError((await response.text()).trim(), response.status === 409);
    }
    this.version = response.headers.get('ETag') ?? '';
  }
}

/** What `vide studio` answers; {} among the page's own files, for all other hosts. */
interface Told {
  document?: string | null;
  save_as?: string;
  can_save?: boolean;
}

/** null: the page stands on another host. `file` is null where the program was started without. */
export async function findStudio(): Promise<{ file: StudioFile | null } | null> {
  try {
    const response = await fetch('studio.json');
    const { document, save_as, can_save } = await response.json() as Told;
    if (can_save === undefined) return null;
    return { file: can_save ? new StudioFile(document!, save_as!) : null };
  } catch {  // the host has not even that file
    return null;
  }
}

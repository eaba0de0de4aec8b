// SPDX-License-Identifier: MIT

/** Where a file will go. It is chosen before the work, while the click still counts as consent. */
export interface Destination {
  /** As the person has named it. */
  name: string;
  write(bytes: Uint8Array): Promise<void>;
}

interface SaveFilePicker {
  showSaveFilePicker(options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }): Promise<FileSystemFileHandle>;
}

/**
 * Asks where to put a file, in browsers that let a page ask; elsewhere it lands among the
 * downloads. null: the person changed their mind.
 */
export async function chooseDestination(name: string, mime: string): Promise<Destination | null> {
  const picker = window as unknown as Partial<SaveFilePicker>;
  if (!picker.showSaveFilePicker) return downloads(name, mime);
  try {
    const ending = name.slice(name.lastIndexOf('.'));
    const handle = await picker.showSaveFilePicker({
      suggestedName: name, types: [{ description: ending.slice(1).toUpperCase(),
                                     accept: { [mime]: [ending] } }],
    });
    return { name: handle.name, write: (bytes) => writeTo(handle, bytes) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    return downloads(name, mime);
  }
}

async function writeTo(handle: FileSystemFileHandle, bytes: Uint8Array): Promise<void> {
  const stream = await handle.createWritable();
  await stream.write(bytes as BufferSource);
  await stream.close();
}

function downloads(name: string, mime: string): Destination {
  return {
    name,
    write: (bytes) => {
      download(name, mime, bytes);
      return Promise.resolve();
    },
  };
}

export function download(name: string, mime: string, bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the blob a while after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { findStudio } from './files/studio_file.js';
import { keepOffline } from './keep_offline.js';
import { Session } from './session.js';
import { App } from './ui/app.js';
import { Editor } from './ui/editor.js';

let editor: Editor | null = null;
const [session, studio] = await Promise.all([
  Session.start({
    worker: 'worker.js', module: 'vide.wasm',
    openFiles: async (_session, files) => editor?.openFiles(files),
  }),
  findStudio(),
]);
editor = new Editor(session, studio?.file ?? null);
render(<App editor={editor} />, document.querySelector('#app')!);

await editor.begin();
await keepOffline(studio !== null, () => session.document.value === 0);

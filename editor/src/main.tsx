// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { findStudio } from './files/studio_file.js';
import { keepOffline } from './keep_offline.js';
import { Session } from './session.js';
import { App } from './ui/app.js';

const session = await Session.start({
  worker: 'worker.js', module: 'vide.wasm', openFiles: async () => {},
});
render(<App session={session} />, document.querySelector('#app')!);

const studio = await findStudio();
if (studio?.file) await session.openFiles([await studio.file.read()]);
await keepOffline(studio !== null, () => session.document.value === 0);

// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { Session } from './session.js';
import { App } from './ui/app.js';

const session = await Session.start({
  worker: 'worker.js', module: 'vide.wasm', openFiles: async () => {},
});
render(<App session={session} />, document.querySelector('#app')!);

// SPDX-License-Identifier: MIT
// The licences of what others wrote and the page holds, which must go where it goes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const welcome = ['MIT', '(MIT AND Zlib)', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause'];

/** The packages that esbuild read, by the inputs of its metafile. */
export function packagesIn(inputs) {
  const found = new Map();
  for (const path of inputs) {
    const [, folder, name] = /(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(path) ?? [];
    if (folder) found.set(folder, { name, folder });
  }
  return [...found.values()].sort((a, b) => a.name < b.name ? -1 : 1);
}

/** What a page that holds these packages must say. Throws where a licence is missing or binds. */
export function notices(packages, root) {
  const parts = packages.map(({ name, folder }) => {
    const home = join(root, folder);
    const { version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const file = readdirSync(home).find((one) => /^licen[cs]e/i.test(one));
    if (!file || !welcome.includes(license)) {
      throw new Error(`${name}: the page cannot hold what has the licence '${license}'` +
        `${file ? '' : ' and no file with it'}; see editor/notices.mjs`);
    }
    return `--- ${name} ${version}\n\n${readFileSync(join(home, file), 'utf8').trim()}\n`;
  });
  return parts.join('\n');
}

// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { notices, packagesIn } from '../../notices.mjs';

test('finds each package once, also inside another and under a scope', () => {
  const packages = packagesIn([
    'src/main.tsx', 'node_modules/@a/b/dist/x.js', 'node_modules/@a/b/y.js',
    'node_modules/c/index.js', 'node_modules/c/node_modules/d/d.js',
  ]);
  assert.deepEqual(packages.map(({ folder }) => folder).sort(),
    ['node_modules/@a/b', 'node_modules/c', 'node_modules/c/node_modules/d']);
});

/** Packages in a folder of their own: their licences by name, `text` in a file where there is one. */
function withPackages(licences, text, use) {
  const root = mkdtempSync(join(tmpdir(), 'vide-notices-'));
  try {
    const packages = Object.entries(licences).map(([name, license]) => {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'package.json'), JSON.stringify({ version: '1.2.3', license }));
      if (text) writeFileSync(join(root, name, 'LICENSE.md'), text);
      return { name, folder: name };
    });
    return use(packages, root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('brings the text of each licence', () => {
  withPackages({ one: 'MIT', two: 'ISC' }, 'Copyright Somebody', (packages, root) => {
    const text = notices(packages, root);
    assert.match(text, /one 1\.2\.3\s+Copyright Somebody\s+--- two 1\.2\.3\s+Copyright Somebody/);
  });
});

test('takes no licence that binds, and none without its text', () => {
  withPackages({ bound: 'GPL-3.0' }, 'text', (packages, root) => {
    assert.throws(() => notices(packages, root), /bound: .*'GPL-3\.0'/);
  });
  withPackages({ silent: 'MIT' }, '', (packages, root) => {
    assert.throws(() => notices(packages, root), /silent: .*no file/);
  });
});

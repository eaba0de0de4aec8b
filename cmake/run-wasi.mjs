// Runs a WASI command under node: node run-wasi.mjs PROGRAM.wasm [ARG...]
// The program sees this project's tests as /tests and the folder named by VIDE_SHARED, if any, as
// /shared.
import { readFileSync } from 'node:fs';
import { argv, env, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';

const { VIDE_SHARED: shared, ...environment } = env;
const tests = fileURLToPath(new URL('../tests', import.meta.url));
const wasi = new WASI({
  version: 'preview1',
  args: argv.slice(2),
  env: shared ? { ...environment, VIDE_SHARED: '/shared' } : environment,
  preopens: shared ? { '/shared': shared, '/tests': tests } : { '/tests': tests },
  returnOnExit: true,
});
const module = await WebAssembly.compile(readFileSync(argv[2]));
const imports = { wasi_snapshot_preview1: wasi.wasiImport };  // also where getImportObject is missing
exit(wasi.start(await WebAssembly.instantiate(module, imports)));

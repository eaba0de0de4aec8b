// SPDX-License-Identifier: MIT
// node scripts/compressed_size.mjs FILE: its bytes as web hosts send them, with Brotli.
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

console.log(brotliCompressSync(readFileSync(process.argv[2])).length);

// SPDX-License-Identifier: MIT
import { encode } from 'fast-png';
import { serveStudio } from '../../bindings/wasm/src/studio_worker.js';

serveStudio({ encodePng: (data, width, height) => encode({ data, width, height }) });

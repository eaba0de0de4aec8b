// SPDX-License-Identifier: MIT
import { serveStudio } from '../../bindings/wasm/src/studio_worker.js';
import { encodePngAtOnce } from './files/png.js';

serveStudio({ encodePng: (pixels, width, height) => encodePngAtOnce({ pixels, width, height }) });

// SPDX-License-Identifier: MIT
import { serveStudio } from '../../dist/studio_worker.js';

serveStudio();

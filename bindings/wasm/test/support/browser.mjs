// SPDX-License-Identifier: MIT
// Debian's Chromium, or the one that VIDE_CHROMIUM names, for playwright's chromium.launch().
import { existsSync } from 'node:fs';

const executablePath = process.env.VIDE_CHROMIUM ?? '/usr/bin/chromium';

/** A reason to skip, where there is no browser; CI has one. */
export const skip = !existsSync(executablePath) && !process.env.CI && `${executablePath} is missing`;

/** A browser that asks nobody for anything by itself. */
export const launchOptions = {
  executablePath,
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
         '--disable-component-update', '--disable-sync'],
};

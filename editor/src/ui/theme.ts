// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const key = 'vide-theme';

function remembered(): Theme {
  const word = readSetting(key);
  return word === 'light' || word === 'dark' ? word : 'system';
}

/** Storage is refused in some private windows; settings are then those of one visit. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function writeSetting(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    return;
  }
}

/** Light, dark or as the system has it; the style sheet follows the root's data-theme. */
export const theme: Signal<Theme> = signal(remembered());

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
export const isDark: Signal<boolean> = signal(darkSystem.matches);

function apply(): void {
  isDark.value = theme.value === 'system' ? darkSystem.matches : theme.value === 'dark';
  document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light';
}

effect(() => {
  apply();
  writeSetting(key, theme.value);
});
darkSystem.addEventListener('change', apply);

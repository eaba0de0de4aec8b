// SPDX-License-Identifier: MIT
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Action } from '../actions.js';
import type { Editor } from './editor.js';

export interface Shared {
  editor: Editor;
  actions: ReadonlyMap<string, Action>;
}

export const SharedContext = createContext<Shared | null>(null);

export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error('this component needs an <App> around it');
  return shared;
}

export function useEditor(): Editor {
  return useShared().editor;
}

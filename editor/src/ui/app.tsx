// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'preact/hooks';
import type { Session } from '../session.js';
import { CanvasView } from '../view/canvas_view.js';

export function App({ session }: { session: Session }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new CanvasView(session, host.current!);
    return () => view.close();
  }, [session]);
  return <div ref={host} class="canvas" />;
}

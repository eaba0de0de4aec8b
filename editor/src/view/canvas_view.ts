// SPDX-License-Identifier: MIT
import type { Session } from '../session.js';

/** The picture and what lies above it, in an element that it fills; pointers on it are the tools'. */
export class CanvasView {
  private readonly picture = document.createElement('canvas');
  private readonly overlay = document.createElement('canvas');

  constructor(readonly session: Session, private readonly host: HTMLElement) {
    host.append(this.picture, this.overlay);
  }

  /** The whole canvas of the document in view. */
  fit(): void {}

  /** About the middle of the view. */
  zoomBy(_factor: number): void {}

  /** Takes back the gesture that goes on. Returns whether there was one. */
  cancel(): boolean {
    return false;
  }

  close(): void {
    this.host.replaceChildren();
  }
}

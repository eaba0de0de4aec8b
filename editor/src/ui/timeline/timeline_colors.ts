// SPDX-License-Identifier: MIT

/** The style sheet's colours. */
export interface TimelineColors {
  text: string;
  dim: string;
  line: string;
  panel: string;
  stripe: string;
  outside: string;
  accent: string;
  key: string;
}

export function colorOf(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(`--${name}`).trim();
}

export function readColors(element: Element): TimelineColors {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    text: color('text'), dim: color('text-dim'), line: color('line'), panel: color('panel'),
    stripe: color('panel-raised'), outside: color('page'), accent: color('accent'),
    key: color('key'),
  };
}

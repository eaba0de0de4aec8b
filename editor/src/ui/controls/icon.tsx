// SPDX-License-Identifier: MIT

/** Strokes on a field of 20 by 20, drawn in the colour of the text; one line each. */
const strokes = {
  undo: 'M4 8h8a4 4 0 0 1 0 8H8M4 8l4-4M4 8l4 4',
  redo: 'M16 8H8a4 4 0 0 0 0 8h4M16 8l-4-4M16 8l-4 4',
  select: 'M5 3l10 6-4.5 1.2L8 15z',
  set_pins: 'M7 3h6M8 3l.6 5.5L6 11v1h8v-1l-2.6-2.5L12 3M10 12v5.5',
  draw_bones: 'M4 16l2.2-5.4L15 4l1 1-6.6 8.8zM6.2 10.6l3.2 3.2M13.5 15.5h4M15.5 13.5v4',
  brush: 'M16 4l-7 7M9 11l-2 0c-2 0-2.5 2-2.5 3.5L3 16c3.5 1 8 .5 8-3z',
  pose: 'M10 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM10 6v6M10 8L5 6M10 8l5-3M10 12l-3 6M10 12l3.5 5.5',
  hand: 'M7 11V5.5a1.2 1.2 0 0 1 2.4 0V9M9.4 9V4a1.2 1.2 0 0 1 2.4 0v5M11.8 9V5a1.2 1.2 0 0 1 2.4 0v7c0 3-1.5 5-4.2 5-2.5 0-3.5-1.5-4.5-3.5L4 11c.8-1 2-.8 3 .8',
  bones: 'M5 15l7.5-9.5L15 8zM3.5 16.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0',
  mesh: 'M3 16L10 3l7 13zM6.5 9.5h7L10 16zM3 16h14',
  weights: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  onion: 'M8 4a6 6 0 1 0 0 12A6 6 0 0 0 8 4M12 4.5a6 6 0 0 1 0 11M14.5 6a6 6 0 0 1 0 8',
  fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7 7h6v6H7z',
  eye: 'M2 10c2-3.5 5-5 8-5s6 1.5 8 5c-2 3.5-5 5-8 5s-6-1.5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  eye_off: 'M3 3l14 14M5 7c-1.2.8-2.2 1.8-3 3 2 3.5 5 5 8 5 1.2 0 2.3-.2 3.4-.7M8 5.2C8.7 5 9.3 5 10 5c3 0 6 1.5 8 5-.6 1-1.3 1.9-2.1 2.6',
  add: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  remove: 'M4 5.5h12M8 5.5V4h4v1.5M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5',
  duplicate: 'M7 7h9v9H7zM4 13V4h9',
  mirror: 'M10 3v14M8 6L3 14h5zM12 6l5 8h-5z',
  up: 'M5 12l5-5 5 5',
  down: 'M5 8l5 5 5-5',
  right: 'M8 5l5 5-5 5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
  to_start: 'M5 4v12M15 4L7 10l8 6z',
  to_end: 'M15 4v12M5 4l8 6-8 6z',
  step_back: 'M12 5l-5 5 5 5',
  step_on: 'M8 5l5 5-5 5',
  loop: 'M4 9a4 4 0 0 1 4-4h8M13 2l3 3-3 3M16 11a4 4 0 0 1-4 4H4M7 18l-3-3 3-3',
  key: 'M10 4l5 6-5 6-5-6z',
  record: 'M10 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10z',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M4 16l1.4-1.4M14.6 5.4L16 4',
  moon: 'M15.5 12.5A6.5 6.5 0 0 1 7.5 4.5a6.5 6.5 0 1 0 8 8z',
  help: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM7.8 8a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .9-1 1.7M10 14.3v.2',
  close: 'M5 5l10 10M15 5L5 15',
  picture: 'M3 4h14v12H3zM3 13l4-4 3.5 3.5L13 10l4 4M12.5 7.5h.1',
  folder: 'M3 5h5l1.5 2H17v9H3z',
  history: 'M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7M3.5 3v4h4M10 6.5V10l2.5 2',
  link: 'M8.5 11.5l3-3M7 9l-2 2a2.8 2.8 0 0 0 4 4l2-2M13 11l2-2a2.8 2.8 0 0 0-4-4L9 7',
  warning: 'M10 3l8 14H2zM10 8v4M10 14.3v.2',
  grip: 'M8 5h.1M12 5h.1M8 10h.1M12 10h.1M8 15h.1M12 15h.1',
} as const;

export type IconName = keyof typeof strokes;

const filled: ReadonlySet<IconName> =
  new Set(['play', 'to_start', 'to_end', 'select', 'record', 'key']);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={filled.has(name) ? 'icon icon-filled' : 'icon'} viewBox="0 0 20 20"
         aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  );
}

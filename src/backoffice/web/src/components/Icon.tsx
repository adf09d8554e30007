/** Line icons on a grid of 24, drawn for these pages: one path each, no library for thirty lines. */
const PATHS = {
  alert: 'M12 4 2.8 19.5h18.4zM12 10v4.2m0 2.6v.1',
  arrowDown: 'M12 5v14m-5-5 5 5 5-5',
  arrowLeft: 'M19 12H5m5-5-5 5 5 5',
  arrowRight: 'M5 12h14m-5-5 5 5-5 5',
  arrowUp: 'M12 19V5M7 10l5-5 5 5',
  audit: 'M12 3 5 6v5.5c0 4.3 2.9 7.9 7 9.5 4.1-1.6 7-5.2 7-9.5V6zm-3 9 2.2 2.2L15.2 10',
  charges: 'M6 3h12v18l-3-2-3 2-3-2-3 2zm3 5h6m-6 4h6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronLeft: 'm14.5 6-6 6 6 6',
  chevronRight: 'm9.5 6 6 6-6 6',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.3l2.8 1.9',
  close: 'M6.5 6.5l11 11m0-11-11 11',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
  deliveries: 'M21 3 3 10.5l7 3 3 7zm0 0L10 13.5',
  document: 'M6 3h8l4 4v14H6zm8 0v4h4M9 12h6m-6 4h6',
  dots: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  external: 'M13 5h6v6m0-6-8 8M10 6H5v13h13v-5',
  eye: 'M2.5 12C4.6 8 8 6 12 6s7.4 2 9.5 6c-2.1 4-5.5 6-9.5 6s-7.4-2-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  fit: 'M4 5v14M20 5v14M7.5 12h9M10 9.5 7.5 12l2.5 2.5m4-5 2.5 2.5-2.5 2.5',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  fullscreen: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  keyboard: 'M3 7h18v10.5H3zm3.5 3.5h.01M10 10.5h.01m3.5 0h.01m3.5 0h.01M8 14h8',
  logout: 'M14 4H5v16h9m-4-8h10m-3.5-3.5L20 12l-3.5 3.5',
  lock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  merchants:
    'M4 10v10h16V10M3 9l2-5h14l2 5c0 1.4-1 2.3-2.3 2.3S16.5 10.4 16.5 9c0 1.4-.9 2.3-2.2 2.3S12 10.4 12 9c0 1.4-1 2.3-2.3 2.3S7.5 10.4 7.5 9c0 1.4-.9 2.3-2.2 2.3S3 10.4 3 9zm6.5 11v-5h5v5',
  minus: 'M5 12h14',
  moon: 'M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10z',
  note: 'M4 4h16v11l-5 5H4zm16 11h-5v5M8 9h8m-8 4h4',
  operators:
    'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20c.4-3.5 3-5.5 6.5-5.5s6.1 2 6.5 5.5M16 5a3.2 3.2 0 0 1 0 6.2m2 3.6c2 .8 3.2 2.5 3.5 5.2',
  plus: 'M12 5v14m-7-7h14',
  providers: 'M3 9.5 12 4l9 5.5zM5 9.5V18m4.7-8.5V18m4.6-8.5V18M19 9.5V18M3 20h18',
  queue: 'M4 13.5 6.5 5h11l2.5 8.5V19H4zm0 0h4.5l1.2 2.5h4.6l1.2-2.5H20',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9m0-5v5h-5',
  rotate: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9m0-5v5h5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm4.8 11.3L20 20',
  settings:
    'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM9 14.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z',
  statistics: 'M4 20V4m0 16h16M8.5 16v-5m4 5V7m4 9v-3',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0-5v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6',
  unlock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 6.8-1.2',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration beside a text or inside a control that has a name: never read out. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' ? 2.6 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flexShrink: 0, display: 'block' }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

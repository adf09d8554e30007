import { useState } from 'react';

const ZOOM_STEP = 1.25;
export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 8;

/** How a file is looked at: 1 is the whole of it, or of its width, in the frame. */
export interface View {
  readonly zoom: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly page: number;
  /** Unknown before a PDF is open, and of a picture, which has one. */
  readonly pages: number | null;
}

export interface ViewControls extends View {
  readonly setZoom: (zoom: number) => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly fit: () => void;
  readonly rotate: () => void;
  readonly goTo: (page: number) => void;
  readonly setPages: (pages: number) => void;
}

const START: View = { zoom: 1, rotation: 0, page: 1, pages: null };
const TURNED = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;

export function useViewControls(): ViewControls {
  const [view, setView] = useState(START);
  const zoomBy = (factor: number) => setView((old) => ({ ...old, zoom: clamp(old.zoom * factor) }));
  return {
    ...view,
    setZoom: (zoom) => setView((old) => ({ ...old, zoom: clamp(zoom) })),
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    fit: () => setView((old) => ({ ...old, zoom: 1 })),
    rotate: () => setView((old) => ({ ...old, zoom: 1, rotation: TURNED[old.rotation] })),
    goTo: (page) =>
      setView((old) => ({ ...old, page: Math.max(1, Math.min(old.pages ?? 1, Math.round(page))) })),
    setPages: (pages) => setView((old) => ({ ...old, pages })),
  };
}

function clamp(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

import { useState } from 'react';

const KEY = 'repasse.case-split';
const START = [42, 58];

/** Where the border between data and documents is, in percent: remembered by this browser. */
export function useSplit(): readonly [number[], (sizes: number[]) => void] {
  const [sizes, setSizes] = useState(read);
  const change = (next: number[]): void => {
    setSizes(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Storage that is switched off: the border is where it was drawn, until the page is left.
    }
  };
  return [sizes, change];
}

function read(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const isValid =
      Array.isArray(kept) && kept.length === 2 && kept.every((size) => typeof size === 'number' && size > 0);
    return isValid ? (kept as number[]) : START;
  } catch {
    return START;
  }
}

import { useEffect, useState } from 'react';

/** Without a key or a move of the mouse for so long nobody is there. */
const ATTENDED_MS = 5 * 60_000;

let lastSign = Date.now();
for (const sign of ['keydown', 'pointermove', 'pointerdown', 'wheel'] as const) {
  window.addEventListener(sign, () => (lastSign = Date.now()), { passive: true, capture: true });
}

/**
 * The interval for a query that asks again by itself, or false while nobody is at the screen: a page left open must
 * not keep its session alive. `useList(path, parts, { refetchInterval: usePolling(30_000) })`.
 */
export function usePolling(intervalMs: number): number | false {
  const [attended, setAttended] = useState(true);
  useEffect(() => {
    const timer = setInterval(() => setAttended(Date.now() - lastSign < ATTENDED_MS), 5_000);
    return () => clearInterval(timer);
  }, []);
  return attended ? intervalMs : false;
}

import { useEffect, useState } from 'react';

/** The time in milliseconds, renewed every half minute while it is needed: ages on the screen stay true. */
export function useNow(isNeeded = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}

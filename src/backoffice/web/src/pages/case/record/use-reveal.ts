import { useState } from 'react';
import type { Revealed } from '../work/case-types';

export interface Reveal {
  /** In this page's memory alone, and only until the operator leaves it. */
  readonly numbers: Revealed | null;
  readonly show: (numbers: Revealed) => void;
  readonly hide: () => void;
}

export function useReveal(): Reveal {
  const [numbers, setNumbers] = useState<Revealed | null>(null);
  return { numbers, show: setNumbers, hide: () => setNumbers(null) };
}

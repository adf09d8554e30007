const waiting: (() => void)[] = [];

/**
 * Gives each piece of work a turn of the event loop of its own. Large bodies that arrive together end in one turn, and
 * would hold everybody else up for the sum of their times instead of for one.
 */
export function inTurn(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) setImmediate(runNext);
}

function runNext(): void {
  const [work] = waiting;
  try {
    work?.();
  } finally {
    waiting.shift();
    // One at a time: immediates that were set together would run in the same turn.
    if (waiting.length > 0) setImmediate(runNext);
  }
}

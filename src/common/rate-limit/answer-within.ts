/**
 * Settles with `answer`, or rejects when the other side lets us wait for longer than this. Time in which our own event
 * loop stood still is not the other side's: a timer that comes late begins again, and what has arrived meanwhile is
 * read before the deadline counts.
 */
export function answerWithin<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let turn: NodeJS.Immediate | undefined;
    const wait = (again: boolean): void => {
      const dueMs = performance.now() + timeoutMs;
      timer = setTimeout(() => {
        const stoodStill = performance.now() - dueMs > timeoutMs / 2;
        if (again && stoodStill) wait(false);
        else {
          // Sockets are read between the timers and this.
          turn = setImmediate(() => {
            reject(new Error(`no answer within ${timeoutMs} ms`));
          });
        }
      }, timeoutMs);
    };
    wait(true);
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      clearImmediate(turn);
    });
  });
}

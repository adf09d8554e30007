import { Worker } from 'node:worker_threads';
import { answerWithin } from './answer-within';

/** Holds this thread's event loop, as a large piece of work does, so that its timers are looked at before what arrived. */
function standStill(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      for (const endMs = performance.now() + ms; performance.now() < endMs;);
      resolve();
    });
  });
}

describe('waiting for an answer', () => {
  it('an answer that arrived while our own event loop stood still is in time', async () => {
    const other = new Worker(
      `const { parentPort } = require('node:worker_threads');
       parentPort.on('message', () => setTimeout(() => parentPort.postMessage('answer'), 20));`,
      { eval: true },
    );
    try {
      await new Promise((resolve) => other.once('online', resolve));
      const answer = new Promise<string>((resolve) => other.once('message', resolve));
      other.postMessage('question');
      const waiting = answerWithin(answer, 100);
      await standStill(600);
      await expect(waiting).resolves.toBe('answer');
    } finally {
      await other.terminate();
    }
  });

  it('what does not come is not waited for, however the loop stood still', async () => {
    const waiting = answerWithin(new Promise(() => undefined), 20);
    waiting.catch(() => undefined);
    await standStill(100);
    await expect(waiting).rejects.toThrow('no answer within 20 ms');
    await expect(answerWithin(Promise.reject(new Error('refused')), 20)).rejects.toThrow('refused');
  });
});

import type { BatchResult } from '../delivery/prepare-batch.use-case';

/** A running loop, and whether somebody has asked since that it looks once more. */
interface Loop {
  isAskedAgain: boolean;
}

/**
 * At most one loop per endpoint in this process: a slow endpoint with a thousand deliveries takes as much of it as
 * one with a single delivery. Whoever comes while the loop runs asks it to look once more.
 */
export class EndpointLoops {
  private readonly loops = new Map<string, Loop>();

  /** True when the endpoint has its loop, which now looks once more. */
  askAgain(endpointId: string): boolean {
    const running = this.loops.get(endpointId);
    if (running !== undefined) running.isAskedAgain = true;
    return running !== undefined;
  }

  /** Works through batches until nothing is left or `mayGoOn` says no; returns what is to be done now. */
  async run(
    endpointId: string,
    batch: () => Promise<BatchResult>,
    mayGoOn: () => boolean,
  ): Promise<BatchResult> {
    if (this.askAgain(endpointId)) return 'done';
    const loop: Loop = { isAskedAgain: false };
    this.loops.set(endpointId, loop);
    try {
      for (;;) {
        const result = await batch();
        if (result === 'other_queue') return result;
        const isOver = result === 'done' && !loop.isAskedAgain;
        loop.isAskedAgain = false;
        if (isOver) return result;
        if (!mayGoOn()) return 'more';
      }
    } finally {
      // Nothing is awaited between the last look and here: nobody asks in vain.
      this.loops.delete(endpointId);
    }
  }
}

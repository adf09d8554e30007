import type { BatchResult } from '../delivery/prepare-batch.use-case';
import type { BatchLoop } from '../delivery/send-batch.use-case';

/** A running loop, and whether somebody has asked since that it looks once more. */
class EndpointLoop implements BatchLoop {
  private isAskedAgain = false;
  private tellAsked = (): void => undefined;

  constructor(readonly mayGoOn: () => boolean) {}

  ask(): void {
    this.isAskedAgain = true;
    this.tellAsked();
  }

  asked(): Promise<void> {
    return this.isAskedAgain
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.tellAsked = resolve;
        });
  }

  looks(): boolean {
    const wasAsked = this.isAskedAgain;
    this.isAskedAgain = false;
    return wasAsked;
  }
}

/**
 * At most one loop per endpoint in this process: a slow endpoint with a thousand deliveries takes as much of it as
 * one with a single delivery. Whoever comes while the loop runs asks it to look once more.
 */
export class EndpointLoops {
  private readonly loops = new Map<string, EndpointLoop>();

  /** True when the endpoint has its loop, which now looks once more. */
  askAgain(endpointId: string): boolean {
    const running = this.loops.get(endpointId);
    running?.ask();
    return running !== undefined;
  }

  /** Works through batches until nothing is left or `mayGoOn` says no; returns what is to be done now. */
  async run(
    endpointId: string,
    batches: (loop: BatchLoop) => Promise<BatchResult>,
    mayGoOn: () => boolean,
  ): Promise<BatchResult> {
    if (this.askAgain(endpointId)) return 'done';
    const loop = new EndpointLoop(mayGoOn);
    this.loops.set(endpointId, loop);
    try {
      for (;;) {
        const result = await batches(loop);
        if (result === 'other_queue') return result;
        if (!loop.looks() && result === 'done') return result;
        if (!mayGoOn()) return 'more';
      }
    } finally {
      // Nothing is awaited between the last look and here: nobody asks in vain.
      this.loops.delete(endpointId);
    }
  }
}

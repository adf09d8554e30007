/** What one look at an endpoint's deliveries found: more to do, nothing more, or that the other lane is the right one. */
export type RoundResult = 'more' | 'done' | 'elsewhere';

/** Where somebody who comes too late leaves word. */
class Lane {
  private word = false;

  leaveWord(): void {
    this.word = true;
  }

  takeWord(): boolean {
    const left = this.word;
    this.word = false;
    return left;
  }
}

/**
 * At most one worker loop per endpoint in this process: a slow endpoint with a thousand deliveries takes as much of
 * it as one with a single delivery. Whoever comes while the lane is taken leaves word, and the loop looks once more.
 */
export class EndpointLanes {
  private readonly lanes = new Map<string, Lane>();

  /** True when the endpoint has its loop, which now looks once more. */
  leaveWord(endpointId: string): boolean {
    const taken = this.lanes.get(endpointId);
    taken?.leaveWord();
    return taken !== undefined;
  }

  /** Runs rounds until nothing is left or `mayGoOn` says no; returns what is to be done now. */
  async run(
    endpointId: string,
    round: () => Promise<RoundResult>,
    mayGoOn: () => boolean,
  ): Promise<RoundResult> {
    if (this.leaveWord(endpointId)) return 'done';
    const lane = new Lane();
    this.lanes.set(endpointId, lane);
    try {
      for (;;) {
        const result = await round();
        if (result === 'elsewhere') return result;
        if (!lane.takeWord() && result === 'done') return result;
        if (!mayGoOn()) return 'more';
      }
    } finally {
      // Nothing is awaited between the last look and here: no word is lost.
      this.lanes.delete(endpointId);
    }
  }
}

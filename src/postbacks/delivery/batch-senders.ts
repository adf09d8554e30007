import { OneBehind } from '../../common';
import type { EventTraces } from '../../common/outbox';
import type { AttemptRecorder } from './attempt-recorder';
import type { AttemptOutcome, RecordedDelivery } from './attempt.repository';
import { isPlainSuccess } from './attempt.rules';
import type { ClaimedDelivery } from './delivery.repository';
import type { Batch } from './prepare-batch.use-case';

/** A batch that is being sent: what is left of it, and what came of the others. */
export class BatchUnderWay {
  readonly recorded: RecordedDelivery[] = [];
  /** Resolves when half of it has begun, or no more will. */
  readonly isHalfBegun: Promise<void>;
  /** Resolves when no more begins, and what came of the others is written. */
  readonly isOver: Promise<void>;
  private tellHalfBegun = (): void => undefined;
  private tellOver = (): void => undefined;
  private readonly size: number;
  private unwritten = 0;
  private isClosed = false;

  constructor(
    readonly batch: Batch,
    readonly recorder: AttemptRecorder,
    readonly traces: EventTraces,
  ) {
    this.size = batch.deliveries.length;
    this.isHalfBegun = new Promise((resolve) => {
      this.tellHalfBegun = resolve;
    });
    this.isOver = new Promise((resolve) => {
      this.tellOver = resolve;
    });
  }

  /** What has not begun. */
  get left(): readonly ClaimedDelivery[] {
    return this.batch.deliveries;
  }

  /** The next one; undefined when none is left, or none is to begin any more. */
  begin(): ClaimedDelivery | undefined {
    const next = this.isClosed ? undefined : this.batch.deliveries.shift();
    if (next !== undefined) this.unwritten += 1;
    if (this.left.length * 2 <= this.size) this.tellHalfBegun();
    return next;
  }

  /** What came of one is written, or never will be. */
  end({ body }: ClaimedDelivery): void {
    this.batch.bodies.giveBack(body.length);
    this.unwritten -= 1;
    this.tellIfOver();
  }

  /** None begins any more. */
  close(): void {
    this.isClosed = true;
    this.tellHalfBegun();
    this.tellIfOver();
  }

  private tellIfOver(): void {
    if (this.unwritten === 0 && (this.isClosed || this.left.length === 0)) this.tellOver();
  }
}

export interface BegunDelivery {
  readonly underWay: BatchUnderWay;
  readonly delivery: ClaimedDelivery;
}

/** What is done with a delivery, and with a batch at its end. */
export interface Steps {
  readonly send: (begun: BegunDelivery) => Promise<AttemptOutcome>;
  /** Whether what did not go well before is still to be written. */
  readonly write: (begun: BegunDelivery, outcome: AttemptOutcome, isAfterFailure: boolean) => Promise<void>;
  readonly settle: (underWay: BatchUnderWay) => Promise<void>;
  readonly noteFault: (error: unknown) => void;
}

/** Sends the batches of one endpoint in their order, as many requests at a time as its limits allow. */
export class BatchSenders {
  /** Of the first the next one begins. */
  private readonly batches: BatchUnderWay[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private last: BatchUnderWay | null = null;
  private running = 0;
  /** The first batch that does not go well: what was taken after it is not begun any more. */
  private failed: BatchUnderWay | null = null;
  private unwrittenFailures = 0;

  /** Something was not begun. */
  isAnyLeft = false;

  constructor(
    private readonly steps: Steps,
    private readonly isStopping: () => boolean,
  ) {}

  /** Whether another batch may be taken before these have ended: what comes of them will not change what may be sent then. */
  get mayBeginMore(): boolean {
    return this.underWay.size > 0 && this.failed === null && this.last?.batch.mayBeFollowed === true;
  }

  /** Resolves when half of the last batch has begun, or no more will. */
  get isHalfBegun(): Promise<void> | undefined {
    return this.last?.isHalfBegun;
  }

  add(underWay: BatchUnderWay): void {
    this.last = underWay;
    this.batches.push(underWay);
    const settled = this.settle(underWay);
    this.underWay.add(settled);
    void settled.finally(() => this.underWay.delete(settled));
    const free = underWay.batch.limits.concurrency - this.running;
    for (let more = Math.min(free, underWay.left.length); more > 0; more -= 1) void this.sendOneByOne();
  }

  /** Resolves when all that were added are sent, as far as they are, and settled. */
  async ended(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async settle(underWay: BatchUnderWay): Promise<void> {
    await underWay.isOver;
    this.isAnyLeft ||= underWay.left.length > 0;
    try {
      await this.steps.settle(underWay);
    } catch (error) {
      // What was not given back is free when its lease ends.
      this.steps.noteFault(error);
    }
  }

  private async sendOneByOne(): Promise<void> {
    this.running += 1;
    // A success is written while the next one is sent: nothing follows from it. So few are ever without a record.
    const written = new OneBehind();
    try {
      let begun = this.begin();
      while (begun !== null) {
        await this.sendOne(begun, written);
        begun = this.begin() ?? (await written.ended().then(() => this.begin()));
      }
    } catch (error) {
      this.steps.noteFault(error);
    } finally {
      this.running -= 1;
      // After faults there may be nobody to go on.
      if (this.running === 0) for (const underWay of this.batches.splice(0)) this.fail(underWay);
    }
  }

  private async sendOne(begun: BegunDelivery, written: OneBehind): Promise<void> {
    const { underWay, delivery } = begun;
    let outcome: AttemptOutcome;
    try {
      outcome = await this.steps.send(begun);
    } catch (error) {
      this.fail(underWay);
      underWay.end(delivery);
      throw error;
    }
    if (isPlainSuccess(outcome)) return written.add(() => this.write(begun, outcome));
    this.failed ??= underWay;
    this.unwrittenFailures += 1;
    await written.add(() =>
      this.write(begun, outcome).finally(() => {
        this.unwrittenFailures -= 1;
      }),
    );
    await written.ended();
  }

  private async write(begun: BegunDelivery, outcome: AttemptOutcome): Promise<void> {
    const { underWay, delivery } = begun;
    try {
      await this.steps.write(begun, outcome, this.unwrittenFailures > 0);
    } catch (error) {
      this.fail(underWay);
      throw error;
    } finally {
      underWay.end(delivery);
    }
  }

  private begin(): BegunDelivery | null {
    for (;;) {
      const [underWay] = this.batches;
      if (underWay === undefined) return null;
      const delivery = this.mayBegin(underWay) ? underWay.begin() : undefined;
      if (delivery !== undefined) return { underWay, delivery };
      if (underWay.left.length > 0) this.fail(underWay);
      this.batches.shift();
    }
  }

  /** Not when time is over, the breaker is open, or a batch before did not go well. */
  private mayBegin(underWay: BatchUnderWay): boolean {
    const { batch, recorder } = underWay;
    return (
      !this.isStopping() &&
      (this.failed ?? underWay) === underWay &&
      !recorder.isBreakerOpen &&
      performance.now() < batch.beginBeforeMs
    );
  }

  private fail(underWay: BatchUnderWay): void {
    this.failed ??= underWay;
    underWay.close();
  }
}

import { setImmediate as turn } from 'node:timers/promises';
import { BytesBudget } from '../../common';
import type { AttemptOutcome } from './attempt.repository';
import { AttemptRecorder } from './attempt-recorder';
import { BatchSenders, BatchUnderWay, type BegunDelivery } from './batch-senders';
import type { ClaimedDelivery } from './delivery.repository';
import type { Batch } from './prepare-batch.use-case';

const PLACES = 3;
const BODY = 'a body';
const ROOM = 100;

const outcome = (succeeded: boolean): AttemptOutcome =>
  ({ succeeded, triedNext: false, durationMs: 1 }) as AttemptOutcome;

/** Senders whose requests and writes end when the test says so. */
class Sending {
  readonly begun: string[] = [];
  readonly settled: Record<string, string[]> = {};
  readonly faults: unknown[] = [];
  /** What was written while a failure was not. */
  readonly afterFailure: string[] = [];
  /** Of all bodies. */
  readonly room = new BytesBudget(ROOM);
  isStopping = false;
  writes: (id: string) => Promise<void> = () => Promise.resolve();
  private readonly answers = new Map<string, (outcome: AttemptOutcome | Error) => void>();
  readonly senders = new BatchSenders(
    {
      send: ({ delivery: { id } }) => this.send(id),
      write: ({ delivery: { id } }, _outcome, isAfterFailure) => {
        if (isAfterFailure) this.afterFailure.push(id);
        return this.writes(id);
      },
      settle: async ({ batch, left }) => {
        this.settled[batch.key.endpointId] = left.map(({ id }) => id);
      },
      noteFault: (error) => this.faults.push(error),
    },
    () => this.isStopping,
  );

  async add(name: string, size: number): Promise<void> {
    const deliveries = Array.from(
      { length: size },
      (_, at) => ({ id: `${name}${at}`, body: BODY }) as ClaimedDelivery,
    );
    const bodies = await this.room.reserve(size * BODY.length);
    const limits = { size, bytes: 1, concurrency: PLACES };
    const key = { merchantId: 'm', endpointId: name };
    const batch = {
      key,
      deliveries,
      limits,
      mayBeFollowed: true,
      beginBeforeMs: Infinity,
      bodies,
    } as unknown as Batch;
    const recorder = new AttemptRecorder(batch, {} as never, {} as never);
    this.senders.add(new BatchUnderWay(batch, recorder, new Map()));
  }

  async answer(id: string, what: AttemptOutcome | Error = outcome(true)): Promise<void> {
    this.answers.get(id)?.(what);
    await turn();
  }

  private send(id: BegunDelivery['delivery']['id']): Promise<AttemptOutcome> {
    this.begun.push(id);
    return new Promise((resolve, reject) => {
      this.answers.set(id, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  }
}

describe('the batches of one endpoint that are sent at the same time', () => {
  it('begin in their order, never more requests at a time; one without an answer keeps its own batch from ending, and no other', async () => {
    const sending = new Sending();
    await sending.add('a', 4);
    await sending.add('b', 3);
    expect(sending.begun).toEqual(['a0', 'a1', 'a2']);
    for (const id of ['a1', 'a2', 'a3', 'b0', 'b1']) await sending.answer(id);
    expect(sending.begun).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2']);
    await sending.answer('b2');
    expect(sending.settled).toEqual({ b: [] });
    // The body of the one that is still under way is all that is kept of its batch.
    await sending.room.reserve(ROOM - BODY.length);
    expect(sending.senders.mayBeginMore).toBe(true);
    await sending.answer('a0');
    await sending.senders.ended();
    expect(sending.settled).toEqual({ a: [], b: [] });
    expect([sending.senders.mayBeginMore, sending.senders.isAnyLeft]).toEqual([false, false]);
  });

  it('end with the first that fails: its own batch goes on, those after it are given back as they are', async () => {
    const sending = new Sending();
    await sending.add('a', 5);
    await sending.add('b', 2);
    await sending.answer('a1', outcome(false));
    expect(sending.senders.mayBeginMore).toBe(false);
    for (const id of ['a0', 'a2', 'a3', 'a4']) await sending.answer(id);
    await sending.senders.ended();
    expect(sending.begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
    expect(sending.settled).toEqual({ a: [], b: ['b0', 'b1'] });
    expect(sending.senders.isAnyLeft).toBe(true);
  });

  it('is told of a failure that is still to be written, whatever is written meanwhile, and of none that is', async () => {
    const sending = new Sending();
    let written = (): void => undefined;
    sending.writes = (id) =>
      id === 'a1' ? new Promise((resolve) => (written = resolve)) : Promise.resolve();
    await sending.add('a', 6);
    await sending.answer('a0');
    await sending.answer('a1', outcome(false));
    await sending.answer('a2');
    written();
    await sending.answer('a3');
    expect(sending.afterFailure).toEqual(['a1', 'a2']);
  });

  it('end when the worker is told to end, and give back what was not begun', async () => {
    const sending = new Sending();
    await sending.add('a', 5);
    sending.isStopping = true;
    for (const id of ['a0', 'a1', 'a2']) await sending.answer(id);
    await sending.senders.ended();
    expect(sending.settled).toEqual({ a: ['a3', 'a4'] });
  });

  it('end also when nobody can go on: what was not begun is given back', async () => {
    const sending = new Sending();
    await sending.add('a', 4);
    await sending.add('b', 2);
    for (const id of ['a0', 'a1', 'a2']) await sending.answer(id, new Error('a fault'));
    await sending.senders.ended();
    expect(sending.settled).toEqual({ a: ['a3'], b: ['b0', 'b1'] });
    expect(sending.faults).toHaveLength(PLACES);
  });

  it('end when what came of one cannot be written', async () => {
    const sending = new Sending();
    sending.writes = () => Promise.reject(new Error('down'));
    await sending.add('a', 9);
    for (const id of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) await sending.answer(id);
    await sending.senders.ended();
    expect(sending.settled['a']).toEqual(expect.arrayContaining(['a6', 'a7', 'a8']));
  });

  it('no request is made while the success before the last one of its place is not written', async () => {
    const sending = new Sending();
    const written = new Map<string, () => void>();
    sending.writes = (id) => new Promise((resolve) => written.set(id, resolve));
    await sending.add('a', 9);
    for (const id of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) await sending.answer(id);
    expect(sending.begun).toHaveLength(2 * PLACES);
    written.get('a0')?.();
    await turn();
    expect(sending.begun).toHaveLength(2 * PLACES + 1);
  });
});

import { asLast, Grouped, GROUPS_OF_WRITES, hasRefused, type Tx, type TxRunner } from '../../../database';
import { goOnIn, type TraceContext, traceHere } from '../../tracing';
import type { Reply } from '../reply';
import type { ClaimParameters } from './claim-keys';
import { type Idempotency, KeyTaken } from './idempotency';
import type { IdempotencyRequest } from './idempotency-key';

/** Something that is asked for under a key. */
export interface Keyed {
  readonly key: IdempotencyRequest;
}

/** What is written for it. */
export interface KeyedWrite<Answer extends Reply | null = Reply> extends Keyed {
  /** Of what is new or changed; no other one of the group has it. */
  readonly id: string;
  /** Stored under the key, in the same transaction; null where it is known later. */
  readonly reply: Answer;
}

type AnyWrite = KeyedWrite<Reply | null>;

/** What whoever asked gets: the reply, or where that is known later what was written. */
type Written<Write extends AnyWrite> = Write extends { readonly reply: Reply } ? Reply : Write;

/** Makes what is written. Throws what refuses it; null where a group does not write that. */
type Make<Write> = () => Write | null;

/** How what is asked for is written. */
export interface KeyedWriter<Asked extends Keyed, Write extends AnyWrite> {
  /** How many a group takes at most, where one alone may be much to read and to make: the process does nothing else meanwhile. */
  readonly most?: number;
  /** True where nothing is to be held until it is committed: one statement is all there is to do then. */
  readonly isOneStatement: (asked: readonly Asked[]) => boolean;
  /**
   * Holds and reads what they need until their transaction ends, without waiting for it; null for who needs what another one holds,
   * or what another one of the group asked for before.
   */
  readonly hold: (tx: Tx, asked: readonly Asked[]) => Promise<readonly (Make<Write> | null)[]>;
  /**
   * True where `hold` has written what belongs to them, of those that it answers a maker for that refuses none: either all are
   * written with their keys, or nothing of the group.
   */
  readonly holdsByWriting?: boolean;
  /** Writes those whose key nobody had before, in one statement with their keys; answers their ids. */
  readonly together: (
    tx: Tx,
    writes: readonly Write[],
    claims: ClaimParameters,
  ) => Promise<ReadonlySet<string>>;
  /** Writes one in a transaction of its own, and waits as it may. */
  readonly alone: (asked: Asked) => Promise<Reply | Written<Write>>;
}

/** For another process that writes under the same key at this moment; the others of the group wait with it. */
const GROUP_WAITS_MS = 50;

/** What is against one of a group, and nobody else. */
class Refused {
  constructor(readonly error: unknown) {}
}

type Outcome<Write> = Write | Refused | 'taken' | 'alone';

interface Member<Asked> {
  readonly asked: Asked;
  readonly trace: TraceContext | undefined;
}

/**
 * Writes what is asked for with its key, all that wait in one statement (decision 0028): what a transaction costs is paid once for
 * many. A group waits for nobody: who needs what another transaction holds, and everybody of a group that the database
 * refused, is written alone. So nobody fails, or waits, because of another one.
 */
export class KeyedGroups<Asked extends Keyed, Write extends AnyWrite> {
  private readonly groups: Grouped<Member<Asked>, Outcome<Write>>;

  constructor(
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
    private readonly writer: KeyedWriter<Asked, Write>,
  ) {
    const limits = { ...GROUPS_OF_WRITES, size: writer.most ?? GROUPS_OF_WRITES.size };
    this.groups = new Grouped<Member<Asked>, Outcome<Write>>(limits, (members) => this.together(members));
  }

  /**
   * Answers its reply, or that of an earlier request with its key; where it has none yet, what was written. Throws what refuses it, and
   * BusyError when too many wait.
   */
  async write(asked: Asked): Promise<Reply | Written<Write>> {
    const written = await this.idempotency.once(asked.key, async () => {
      const outcome = await this.groups.run({ asked, trace: traceHere() });
      if (outcome === 'taken') throw new KeyTaken();
      if (outcome instanceof Refused) return this.idempotency.answeredOr(asked.key, outcome.error);
      return outcome === 'alone' ? outcome : writtenOf(outcome);
    });
    return written === 'alone' ? this.writer.alone(asked) : written;
  }

  private async together(members: readonly Member<Asked>[]): Promise<Outcome<Write>[]> {
    const isOneStatement = this.writer.isOneStatement(members.map(({ asked }) => asked));
    try {
      const write = (tx: Tx): Promise<Outcome<Write>[]> => this.writeFree(tx, members);
      return await (isOneStatement ? this.transactions.runStatement(write) : this.transactions.run(write));
    } catch (error) {
      // Refused as a whole, for what one of them is. Of a connection that was lost nobody knows how it ended.
      if (!hasRefused(error) && !(error instanceof KeyTaken)) throw error;
      return members.map(() => 'alone');
    }
  }

  private async writeFree(tx: Tx, members: readonly Member<Asked>[]): Promise<Outcome<Write>[]> {
    const held = await this.writer.hold(
      tx,
      members.map(({ asked }) => asked),
    );
    const made = members.map(({ trace }, index) => goOnIn(trace, () => makeOne(held[index] ?? null)));
    const writes = made.filter((one): one is Write => one !== 'alone' && !(one instanceof Refused));
    const written = writes.length === 0 ? new Set<string>() : await this.claiming(tx, writes);
    return made.map((one) => {
      if (one === 'alone' || one instanceof Refused) return one;
      return written.has(one.id) ? one : 'taken';
    });
  }

  private async claiming(tx: Tx, writes: readonly Write[]): Promise<ReadonlySet<string>> {
    const claims = writes.map(({ key, reply }) => ({ request: key, answer: reply }));
    const parameters = this.idempotency.claimParameters(claims, GROUP_WAITS_MS);
    const write = (): Promise<ReadonlySet<string>> => this.writer.together(tx, writes, parameters);
    if (this.writer.holdsByWriting !== true) return asLast(tx, write);
    const written = await write();
    if (written.size < writes.length) throw new KeyTaken();
    return written;
  }
}

function makeOne<Write>(make: Make<Write> | null): Write | Refused | 'alone' {
  try {
    return make?.() ?? 'alone';
  } catch (error) {
    return new Refused(error);
  }
}

function writtenOf<Write extends AnyWrite>(write: Write): Written<Write> {
  return (write.reply ?? write) as Written<Write>;
}

import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorMessage } from '../../common';
import { Idempotency } from '../../common/http';
import { goOnIn, type TraceContext, traceHere } from '../../common/tracing';
import {
  endWith,
  Grouped,
  GROUPS_OF_WRITES,
  hasRefused,
  merchantBulkhead,
  type Tx,
  TxRunner,
} from '../../database';
import { reportedMoment } from '../reported-moment';
import type { AnsweredCall, OutcomeWriter, ProviderSubject, Settlement } from '../subjects.service';
import { ProviderCallRepository, type SettledCall } from './provider-call.repository';
import { providerCallTransitions } from './provider-call.transitions';

interface Member {
  readonly answered: AnsweredCall;
  readonly trace: TraceContext | undefined;
}

type Group = Grouped<Member, Settlement | 'alone'>;

/**
 * Writes what providers answered (decision 0014): whoever has the answer may write it, and any number of times; only the first one
 * does. What comes at the same time is written by the same statements, where its subject can (decision 0028); who needs what another
 * transaction holds, and everybody of a group that was refused, is written alone.
 */
@Injectable()
export class WriteOutcomeUseCase {
  private readonly logger = new Logger(WriteOutcomeUseCase.name);
  private readonly groups = new Map<string, Group>();

  constructor(
    private readonly transactions: TxRunner,
    private readonly calls: ProviderCallRepository,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** @param begun what the transaction that wrote the call had locked, where that was this caller's */
  async execute<Locked>(
    answered: AnsweredCall,
    subject: ProviderSubject<Locked>,
    begun: Locked | null,
  ): Promise<Settlement> {
    const { together, type } = subject;
    if (together?.joins(answered) === true) {
      const settlement = await this.groupOf(type, together).run({ answered, trace: traceHere() });
      if (settlement !== 'alone') return settlement;
    }
    const { merchantId, subjectId } = answered.call;
    const bulkhead = merchantBulkhead(merchantId, subjectId);
    return this.transactions.run((tx) => this.alone(tx, answered, subject, begun), bulkhead);
  }

  private async alone<Locked>(
    tx: Tx,
    answered: AnsweredCall,
    subject: ProviderSubject<Locked>,
    begun: Locked | null,
  ): Promise<Settlement> {
    const { outcome } = answered;
    const locked = await subject.lock(tx, answered.call, begun);
    const settled = this.settled(answered);
    const isFirst = (await this.calls.settle(tx, [settled])).has(settled.call.id);
    const call = isFirst ? settled.call : await this.calls.get(tx, answered.call);
    const settlement = await subject.settle(tx, locked, call, outcome, isFirst);
    // What the first one stored stays: the subject may have changed since.
    if (isFirst) await endWith(tx, () => this.answer(tx, call.idempotencyScope, settlement));
    return settlement;
  }

  private groupOf(type: string, writer: OutcomeWriter): Group {
    const known = this.groups.get(type);
    if (known !== undefined) return known;
    const group: Group = new Grouped(GROUPS_OF_WRITES, (members) => this.together(members, writer));
    this.groups.set(type, group);
    return group;
  }

  private async together(
    members: readonly Member[],
    writer: OutcomeWriter,
  ): Promise<(Settlement | 'alone')[]> {
    try {
      return await this.transactions.run((tx) => this.writeFree(tx, members, writer));
    } catch (error) {
      // For what one of them is, or the connection was lost: whoever writes his outcome again finds it, if it was written.
      if (!hasRefused(error)) this.logger.warn(`outcomes are written one by one: ${errorMessage(error)}`);
      return members.map(() => 'alone');
    }
  }

  private async writeFree(
    tx: Tx,
    members: readonly Member[],
    writer: OutcomeWriter,
  ): Promise<(Settlement | 'alone')[]> {
    const makes = await writer.prepare(
      tx,
      members.map(({ answered }) => answered),
    );
    const prepared = members.map(({ answered, trace }, index) => {
      const made = goOnIn(trace, () => makeOrNull(makes[index] ?? null));
      return made && { ...this.settled(answered), made };
    });
    const settled = prepared.filter((one) => one !== null);
    if (settled.length === 0) return prepared.map(() => 'alone');
    const first = await this.calls.settle(tx, settled);
    // Of one that was settled before, the answer is the one of then.
    const written = settled.filter(({ call }) => first.has(call.id));
    await writer.write(
      tx,
      written.map(({ made }) => made),
    );
    const answers = written.flatMap(({ call: { idempotencyScope: scope }, made: { reply } }) =>
      scope === null ? [] : [{ scope, reply }],
    );
    await endWith(tx, () => this.idempotency.finishAll(tx, answers));
    return prepared.map((one) =>
      one !== null && first.has(one.call.id) ? { reply: one.made.reply } : 'alone',
    );
  }

  private settled({ call, outcome }: AnsweredCall): SettledCall {
    const isDone = outcome.kind === 'done';
    return {
      call: {
        ...call,
        status: providerCallTransitions.next(call.status, isDone ? 'succeed' : 'fail'),
        failureCode: isDone ? null : outcome.code,
        settledAt: reportedMoment(isDone ? outcome.at : undefined, {
          since: call.createdAt,
          now: this.clock.now(),
        }),
      },
      reference: isDone ? outcome.reference : null,
    };
  }

  /** Stores the answer of the request that asked; a refused one has its key back. */
  private async answer(tx: Tx, scope: Buffer | null, settlement: Settlement): Promise<void> {
    if ('reply' in settlement) await this.idempotency.finish(tx, scope, settlement.reply);
    else await this.idempotency.release(tx, scope);
  }
}

/** What is against one is against nobody else: it is thrown where that one is written alone. */
function makeOrNull<Prepared>(make: (() => Prepared) | null): Prepared | null {
  try {
    return make?.() ?? null;
  } catch {
    return null;
  }
}

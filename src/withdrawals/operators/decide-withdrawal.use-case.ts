import { Injectable } from '@nestjs/common';
import {
  type OperatorIdentity,
  OperatorReader,
  secondOperatorRequired,
  SecondOperatorService,
} from '../../auth';
import { Clock, iso } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import {
  accepted,
  assertVersion,
  Idempotency,
  type IdempotencyRequest,
  ok,
  type PendingThing,
  type Reply,
} from '../../common/http';
import type { Tx } from '../../database';
import { WithdrawalLifecycle } from '../withdrawal.lifecycle';
import { FIRST_APPROVAL, type WithdrawalRecord, WithdrawalRepository } from '../withdrawal.repository';
import { withdrawalTransitions } from '../withdrawal.transitions';
import { OperatorWithdrawalReader } from './operator-withdrawal.reader';

/** Who decides on which withdrawal, and the version that they saw. */
export interface WithdrawalDecision {
  readonly operator: OperatorIdentity;
  readonly id: string;
  readonly decision: 'approve' | 'refuse' | 'cancel';
  /** The operators' own; null for an approval. */
  readonly reason: string | null;
  readonly expectedVersion: number | null;
}

const NOTED = 'Approved by one: it takes another operator too.';
const DONE = { approve: 'Approved.', refuse: 'Refused.', cancel: 'Cancelled.' } as const;

/** An operator approves, refuses or cancels a withdrawal; the largest take two to approve (money contract §15). */
@Injectable()
export class DecideWithdrawalUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly withdrawals: WithdrawalRepository,
    private readonly lifecycle: WithdrawalLifecycle,
    private readonly reader: OperatorWithdrawalReader,
    private readonly operators: OperatorReader,
    private readonly seconds: SecondOperatorService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, INVALID_STATE, SECOND_OPERATOR_REQUIRED. */
  execute(decided: WithdrawalDecision, key: IdempotencyRequest): Promise<Reply> {
    const { operator, id, decision, expectedVersion } = decided;
    const work = async (tx: Tx): Promise<Reply> => {
      const found = await this.withdrawals.findAny(id, tx);
      if (found === null) throw commonErrors.NOT_FOUND();
      const { merchantId } = found.withdrawal;
      const record = await this.withdrawals.lock(tx, { merchantId, id });
      if (record === null) throw new Error('no withdrawal is deleted');
      assertVersion(record.withdrawal.version, expectedVersion);
      withdrawalTransitions.next(record.withdrawal.status, decision);
      const isFirst = decision === 'approve' && (await this.isFirstOfTwo(tx, record, operator));
      if (isFirst) await this.lifecycle.noteApproval(tx, record, operator.operatorId);
      else await this.lifecycle[decision](tx, record);
      await this.note(tx, record, decided, isFirst);
      const response = await this.reader.respond(operator.operatorId, record, tx);
      if (!isFirst) return ok(DONE[decision], response);
      const at = iso(this.clock.now());
      return accepted(NOTED, response).waitingFor({ kind: FIRST_APPROVAL.kind, merchantId, id, at });
    };
    return this.idempotency.run(key, work, (tx, thing) => this.answerAnew(tx, operator.operatorId, thing));
  }

  /** What a first approval is answered when it is repeated: it waits, or what became of the withdrawal. */
  private async answerAnew(tx: Tx, operatorId: string, thing: PendingThing): Promise<Reply> {
    const record = await this.withdrawals.findAny(thing.id, tx);
    if (record === null) throw new Error('no withdrawal is deleted');
    const response = await this.reader.respond(operatorId, record, tx);
    const { status, approvedAt } = record.withdrawal;
    if (status === 'under_review') return accepted(NOTED, response).waitingFor(thing);
    if (approvedAt !== null) return ok(DONE.approve, response);
    const what = status === 'cancelled' ? 'cancelled' : 'refused';
    return ok(`It does not wait for another operator any more: it was ${what}.`, response);
  }

  /** Whether this approval waits for another one. Throws SECOND_OPERATOR_REQUIRED when it cannot complete the first. */
  private async isFirstOfTwo(
    tx: Tx,
    { withdrawal }: WithdrawalRecord,
    { operatorId }: OperatorIdentity,
  ): Promise<boolean> {
    const { needsTwo, firstApprovedBy: firstId, firstApprovedAt: at } = withdrawal;
    if (!needsTwo) return false;
    if (firstId === null || at === null) return true;
    const first = { operatorId: firstId, decidedAt: at };
    const [hindrance = null] = await this.seconds.listHindrances([first], operatorId, tx);
    if (hindrance === null) return false;
    const emails = await this.operators.findEmails([firstId], tx);
    const waiting = { decision: 'approve', email: emails.get(firstId) ?? firstId, decidedAt: at };
    throw secondOperatorRequired(waiting, hindrance);
  }

  private async note(
    tx: Tx,
    { withdrawal }: WithdrawalRecord,
    { operator, decision, reason }: WithdrawalDecision,
    isFirst: boolean,
  ): Promise<void> {
    const { merchantId, id, amountCents } = withdrawal;
    const what = { approve: 'approved', refuse: 'refused', cancel: 'cancelled' }[decision];
    await this.audit.append(tx, {
      action: isFirst ? 'withdrawal.first_approved' : `withdrawal.${what}`,
      actor: operatorActor(operator),
      target: { type: 'withdrawal', id },
      merchantId,
      details: { amount: amountCents, ...(reason === null ? {} : { reason }) },
    });
  }
}

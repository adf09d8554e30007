import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { Tx } from '../../database';
import { ProviderCall } from './provider-call.entity';
import type { CallKind, CallRef, ProviderCallRecord } from './provider-call.types';

/** How long a caller may be silent before somebody else asks the provider: longer than a call may take. */
export const LEASE_SECONDS = 15;
const RETRY_MAX_SECONDS = 300;

/** 2, 4, 8 … seconds from now, 5 minutes at most. */
const LATER = `now() + make_interval(secs => least(power(2, least(attempts, 20)), ${RETRY_MAX_SECONDS}))`;

/** Calls and who works on them. Pending and due means: nobody does. */
@Injectable()
export class ProviderCallRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, call: ProviderCallRecord): Promise<void> {
    await tx.insert(ProviderCall, call);
  }

  /** Takes a due call, by compare-and-swap; null when it is settled, not due, or somebody was quicker. */
  async claim(tx: Tx, { merchantId, id }: CallRef): Promise<ProviderCall | null> {
    const result = await tx
      .createQueryBuilder()
      .update(ProviderCall)
      .set({
        attempts: () => 'attempts + 1',
        nextAttemptAt: () => `now() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .where({ merchantId, id, status: 'pending' })
      .andWhere('next_attempt_at <= now()')
      .execute();
    return result.affected === 1 ? this.get(tx, { merchantId, id }) : null;
  }

  /** Reads a call of a subject whose row is locked. */
  async get(tx: Tx, { merchantId, id }: CallRef): Promise<ProviderCall> {
    return tx.findOneByOrFail(ProviderCall, { merchantId, id });
  }

  /** Whether a call of one of these kinds is pending about a subject. */
  async hasPending(
    tx: Tx,
    merchantId: string,
    subjectId: string,
    kinds: readonly CallKind[],
  ): Promise<boolean> {
    return tx.existsBy(ProviderCall, { merchantId, subjectId, status: 'pending', kind: In([...kinds]) });
  }

  /** The calls about some subjects of a merchant, newest first, and how many there are in all. */
  async listOf(
    manager: EntityManager,
    merchantId: string,
    subjectIds: readonly string[],
    limit: number,
  ): Promise<[ProviderCall[], number]> {
    return manager.findAndCount(ProviderCall, {
      where: { merchantId, subjectId: In([...subjectIds]) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  async settle(tx: Tx, { merchantId, id, status, settledAt, failureCode }: ProviderCall): Promise<void> {
    await tx.update(ProviderCall, { merchantId, id }, { status, settledAt, failureCode });
  }

  /** Gives a call without a final answer back: it is due again later. */
  async giveBack(tx: Tx, { merchantId, id }: CallRef): Promise<void> {
    await tx.update(ProviderCall, { merchantId, id, status: 'pending' }, { nextAttemptAt: () => LATER });
  }

  /** Gives a refused call back, to be asked for again as a new request: the old key would answer the old refusal. */
  async repeatLater(tx: Tx, call: ProviderCallRecord, failureCode: string, key: string): Promise<void> {
    const { merchantId, id, key: refused } = call;
    await tx.update(
      ProviderCall,
      { merchantId, id, status: 'pending', key: refused },
      { key, failureCode, refusals: () => 'refusals + 1', nextAttemptAt: () => LATER },
    );
  }

  /** Makes the pending calls about a subject due: there is something new to look up. */
  async hurry(tx: Tx, merchantId: string, subjectId: string): Promise<void> {
    await tx.update(
      ProviderCall,
      { merchantId, subjectId, status: 'pending' },
      { nextAttemptAt: () => 'least(next_attempt_at, now())' },
    );
  }

  /** Calls that nobody works on, the longest waiting first. */
  async findDue(limit: number): Promise<CallRef[]> {
    return this.dataSource.query<CallRef[]>(
      `SELECT merchant_id AS "merchantId", id FROM provider_calls
        WHERE status = 'pending' AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1`,
      [limit],
    );
  }

  /** The due calls about these subjects of these merchants. */
  async findDueOf(
    tx: Tx,
    subjects: readonly { readonly merchantId: string; readonly id: string }[],
  ): Promise<CallRef[]> {
    if (subjects.length === 0) return [];
    return tx.query<CallRef[]>(
      `SELECT merchant_id AS "merchantId", id FROM provider_calls
        WHERE (merchant_id, subject_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
          AND status = 'pending' AND next_attempt_at <= now()`,
      [subjects.map(({ merchantId }) => merchantId), subjects.map(({ id }) => id)],
    );
  }
}

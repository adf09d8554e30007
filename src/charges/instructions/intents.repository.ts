import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../database';
import { ProviderIntent } from './provider-intent.entity';

/** Longer than a provider's answer and the creating transaction may take together. */
const LEASE_SECONDS = 20;
const RETRY_MAX_SECONDS = 300;

/** Payments asked for before their charges exist. */
@Injectable()
export class IntentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, intent: Omit<ProviderIntent, 'attempts' | 'nextAttemptAt'>): Promise<void> {
    await tx.query(
      `INSERT INTO provider_intents (charge_id, provider, amount_cents, void_key, attempts, next_attempt_at)
       VALUES ($1, $2, $3, $4, 0, now() + make_interval(secs => ${LEASE_SECONDS}))`,
      [intent.chargeId, intent.provider, intent.amountCents, intent.voidKey],
    );
  }

  /** The charge is made: nothing is left to cancel. False: somebody cancels it already, so it must not be made. */
  async keep(tx: Tx, chargeId: string): Promise<boolean> {
    const result = await tx.delete(ProviderIntent, { chargeId, attempts: 0 });
    return result.affected === 1;
  }

  /** No charge will be made of it: it may be cancelled now. */
  async giveUp(tx: Tx, chargeId: string): Promise<void> {
    await tx.update(ProviderIntent, { chargeId }, { nextAttemptAt: () => 'now()' });
  }

  /** Takes those that became no charge in time; each is due again later, should whoever took it die. */
  async claimDue(tx: Tx, limit: number): Promise<ProviderIntent[]> {
    const due = await tx
      .createQueryBuilder(ProviderIntent, 'intent')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .where('intent.nextAttemptAt <= now()')
      .orderBy('intent.nextAttemptAt')
      .limit(limit)
      .getMany();
    for (const intent of due) {
      intent.attempts += 1;
      const waitSeconds = Math.min(LEASE_SECONDS * 2 ** (intent.attempts - 1), RETRY_MAX_SECONDS);
      await tx.update(ProviderIntent, intent.chargeId, {
        attempts: intent.attempts,
        nextAttemptAt: () => `now() + make_interval(secs => ${waitSeconds})`,
      });
    }
    return due;
  }

  async delete(chargeId: string): Promise<void> {
    await this.dataSource.manager.delete(ProviderIntent, { chargeId });
  }
}

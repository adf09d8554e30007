import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { type IntentRef, ProviderIntent } from './provider-intent.entity';

/** Longer than a provider's answer and the creating transaction may take together. */
const LEASE_SECONDS = 20;
const RETRY_MAX_SECONDS = 300;

/** Payments asked for before what they are for exists. */
@Injectable()
export class ProviderIntentRepository {
  async insert(tx: Tx, intent: Omit<ProviderIntent, 'attempts' | 'nextAttemptAt'>): Promise<void> {
    const { merchantId, key, accountId, method, amountCents, voidKey } = intent;
    await tx.query(
      `INSERT INTO provider_intents
         (merchant_id, key, account_id, method, amount_cents, void_key, attempts, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5, $6, 0, now() + make_interval(secs => ${LEASE_SECONDS}))`,
      [merchantId, key, accountId, method, amountCents, voidKey],
    );
  }

  /** What it was for is made: nothing is left to cancel. False: somebody cancels it already, so it must not be made. */
  async keep(tx: Tx, { merchantId, key }: IntentRef): Promise<boolean> {
    const result = await tx.delete(ProviderIntent, { merchantId, key, attempts: 0 });
    return result.affected === 1;
  }

  /** Nothing will be made of it: it may be cancelled now. */
  async giveUp(tx: Tx, { merchantId, key }: IntentRef): Promise<void> {
    await tx.update(ProviderIntent, { merchantId, key }, { nextAttemptAt: () => 'now()' });
  }

  /** Takes those of which nothing became in time; each is due again later, should whoever took it die. */
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
      const { merchantId, key } = intent;
      intent.attempts += 1;
      const waitSeconds = Math.min(LEASE_SECONDS * 2 ** (intent.attempts - 1), RETRY_MAX_SECONDS);
      await tx.update(
        ProviderIntent,
        { merchantId, key },
        { attempts: intent.attempts, nextAttemptAt: () => `now() + make_interval(secs => ${waitSeconds})` },
      );
    }
    return due;
  }

  async delete(tx: Tx, { merchantId, key }: IntentRef): Promise<void> {
    await tx.delete(ProviderIntent, { merchantId, key });
  }
}

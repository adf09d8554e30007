import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Reading, Tx } from '../../database';
import type { WalletRef } from '../../ledger';
import { AutomaticWithdrawalRun } from './automatic-withdrawal-run.entity';
import { AutomaticWithdrawal } from './automatic-withdrawal.entity';

/** A wallet's automatic withdrawal, and what came of it the last time. */
export interface ShownAutomatic {
  readonly automatic: AutomaticWithdrawal;
  readonly lastRun: AutomaticWithdrawalRun | null;
}

/** The last run of each of some wallets: one step in an index for each. */
const LAST = `
  SELECT run.id FROM unnest($1::uuid[], $2::uuid[]) AS of (merchant_id, wallet_id)
   CROSS JOIN LATERAL (SELECT id FROM automatic_withdrawal_runs r
                        WHERE r.merchant_id = of.merchant_id AND r.wallet_id = of.wallet_id
                        ORDER BY at DESC, id DESC LIMIT 1) run`;

/** The rows of automatic withdrawals. Their wallet is held or locked by whoever changes one. */
@Injectable()
export class AutomaticWithdrawalRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those of some wallets, by the wallet's id; a wallet without one is missing. */
  async listShown(
    wallets: readonly WalletRef[],
    on: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, ShownAutomatic>> {
    if (wallets.length === 0) return new Map();
    const merchantIds = wallets.map(({ merchantId }) => merchantId);
    const walletIds = wallets.map(({ walletId }) => walletId);
    const where = { merchantId: In([...new Set(merchantIds)]), walletId: In(walletIds) };
    const found = await on.findBy(AutomaticWithdrawal, where);
    if (found.length === 0) return new Map();
    const last = await on.query<{ id: string }[]>(LAST, [
      found.map(({ merchantId }) => merchantId),
      found.map(({ walletId }) => walletId),
    ]);
    const runs = await on.findBy(AutomaticWithdrawalRun, {
      ...{ merchantId: where.merchantId, id: In(last.map(({ id }) => id)) },
    });
    const lastOf = new Map(runs.map((run) => [run.walletId, run]));
    return new Map(
      found.map((automatic) => [
        automatic.walletId,
        { automatic, lastRun: lastOf.get(automatic.walletId) ?? null },
      ]),
    );
  }

  async find(tx: Tx, { merchantId, walletId }: WalletRef): Promise<AutomaticWithdrawal | null> {
    return tx.findOneBy(AutomaticWithdrawal, { merchantId, walletId });
  }

  /** What is due on a day or before, one round after a wallet in the order of the keys. */
  async listDue(until: string, after: WalletRef | null, limit: number): Promise<WalletRef[]> {
    return this.dataSource.query<WalletRef[]>(
      `SELECT merchant_id AS "merchantId", wallet_id AS "walletId" FROM automatic_withdrawals
        WHERE next_on <= $1 AND ($2::uuid IS NULL OR (merchant_id, wallet_id) > ($2, $3::uuid))
        ORDER BY merchant_id, wallet_id LIMIT $4`,
      [until, after?.merchantId ?? null, after?.walletId ?? null, limit],
    );
  }

  /** The row, locked until the transaction ends; null where there is none, or another has it. */
  async lockFree(tx: Tx, { merchantId, walletId }: WalletRef): Promise<AutomaticWithdrawal | null> {
    return tx.findOne(AutomaticWithdrawal, {
      where: { merchantId, walletId },
      lock: { mode: 'for_no_key_update', onLocked: 'skip_locked' },
    });
  }

  async put(tx: Tx, automatic: AutomaticWithdrawal): Promise<void> {
    const { merchantId, walletId } = automatic;
    await tx.delete(AutomaticWithdrawal, { merchantId, walletId });
    await tx.insert(AutomaticWithdrawal, automatic);
  }

  async remove(tx: Tx, { merchantId, walletId }: WalletRef): Promise<void> {
    await tx.delete(AutomaticWithdrawal, { merchantId, walletId });
  }

  async setNext(tx: Tx, { merchantId, walletId }: WalletRef, nextOn: string): Promise<void> {
    await tx.update(AutomaticWithdrawal, { merchantId, walletId }, { nextOn });
  }

  async hasRunOn(tx: Tx, { merchantId, walletId }: WalletRef, day: string): Promise<boolean> {
    return tx.existsBy(AutomaticWithdrawalRun, { merchantId, walletId, day, source: 'calendar' });
  }

  async insertRun(tx: Tx, run: AutomaticWithdrawalRun): Promise<void> {
    await tx.insert(AutomaticWithdrawalRun, run);
  }

  /** Deletes up to `limit` runs of before that sent nothing, and says how many they were. */
  async deleteIdleRunsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown[], number]>(
      `DELETE FROM automatic_withdrawal_runs WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM automatic_withdrawal_runs WHERE at < $1 AND withdrawal_id IS NULL
          LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
    return count;
  }
}

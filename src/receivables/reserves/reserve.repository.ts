import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Tx } from '../../database';
import { Reserve } from './reserve.entity';

/** Which reserves are to be released. */
export interface DueReserves {
  /** Null: of all merchants. */
  readonly merchantId: string | null;
  /** The last day, YYYY-MM-DD. */
  readonly until: string;
}

/** All statements about reserves. */
@Injectable()
export class ReserveRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, reserves: readonly Reserve[]): Promise<void> {
    if (reserves.length > 0) await tx.insert(Reserve, [...reserves]);
  }

  /** Locks what is to be released, the oldest first; what somebody else holds is left for the next round. */
  async lockDue(tx: Tx, { merchantId, until }: DueReserves, limit: number): Promise<Reserve[]> {
    const builder = tx
      .createQueryBuilder(Reserve, 'reserve')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .where('reserve.leftCents > 0 AND reserve.releaseDate <= :until', { until })
      .orderBy('reserve.releaseDate')
      .addOrderBy('reserve.merchantId')
      .addOrderBy('reserve.id')
      .limit(limit);
    if (merchantId !== null) builder.andWhere({ merchantId });
    return builder.getMany();
  }

  /** Whether anything of a merchant is to be released still, also what somebody else holds. */
  hasDue(merchantId: string, until: string): Promise<boolean> {
    return this.dataSource.manager
      .createQueryBuilder(Reserve, 'reserve')
      .where('reserve.leftCents > 0 AND reserve.releaseDate <= :until', { until })
      .andWhere({ merchantId })
      .getExists();
  }

  /** Locks what is held of these wallets until the transaction ends. */
  async lockHeld(tx: Tx, merchantId: string, walletIds: readonly string[]): Promise<Reserve[]> {
    if (walletIds.length === 0) return [];
    return tx
      .createQueryBuilder(Reserve, 'reserve')
      .setLock('pessimistic_write')
      .where({ merchantId, walletId: In([...walletIds]) })
      .andWhere('reserve.leftCents > 0')
      .orderBy('reserve.id')
      .getMany();
  }

  /** Takes cents from locked ones. */
  async take(
    tx: Tx,
    merchantId: string,
    taken: readonly { readonly id: string; readonly amountCents: number }[],
  ): Promise<void> {
    if (taken.length === 0) return;
    await tx.query(
      `UPDATE reserves AS row SET left_cents = row.left_cents - by.cents
         FROM (SELECT merchant_id, id, sum(cents) AS cents
                 FROM unnest(array_fill($1::uuid, ARRAY[cardinality($2::uuid[])]), $2::uuid[], $3::bigint[]) AS part (merchant_id, id, cents)
                GROUP BY merchant_id, id) AS by
        WHERE row.merchant_id = by.merchant_id AND row.id = by.id`,
      [merchantId, taken.map(({ id }) => id), taken.map(({ amountCents }) => amountCents)],
    );
  }

  /** Of locked ones: nothing is held any more. */
  async release(tx: Tx, reserves: readonly Reserve[], at: Date): Promise<void> {
    await tx.query(
      `UPDATE reserves AS row SET left_cents = 0, released_at = $3
         FROM unnest($1::uuid[], $2::uuid[]) AS by (merchant_id, id)
        WHERE row.merchant_id = by.merchant_id AND row.id = by.id`,
      [reserves.map(({ merchantId }) => merchantId), reserves.map(({ id }) => id), at],
    );
  }
}

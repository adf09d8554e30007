import { Injectable } from '@nestjs/common';
import type { Reading, Tx } from '../../database';
import { AnticipableReceivableRepository } from './anticipable-receivable.repository';
import type { AnticipableReceivable, AnticipableWanted } from './anticipable-receivable.types';

/**
 * Receivables for those that pay them early (money contract §16). Locks go from the wallet to receivables by their ids, to
 * their anticipations, to accounts.
 */
@Injectable()
export class AnticipableReceivablesService {
  constructor(private readonly receivables: AnticipableReceivableRepository) {}

  /** Those that may be paid early, in the order that is asked for. */
  list(wanted: AnticipableWanted, reading?: Reading): Promise<AnticipableReceivable[]> {
    return this.receivables.list(wanted, reading);
  }

  /** Locks receivables until the transaction ends, and answers which of them may be paid early now that nobody changes them. */
  async lockListed(
    tx: Tx,
    wanted: AnticipableWanted,
    ids: readonly string[],
  ): Promise<AnticipableReceivable[]> {
    await this.receivables.lock(tx, wanted.merchantId, ids);
    // A statement of its own: it sees what those have written that were waited for.
    return this.receivables.list({ ...wanted, ids }, tx);
  }

  async lock(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
    await this.receivables.lock(tx, merchantId, ids);
  }

  /** Locks one unless somebody else holds it; answers whether it did. */
  lockFree(tx: Tx, merchantId: string, id: string): Promise<boolean> {
    return this.receivables.lockFree(tx, merchantId, id);
  }

  /** Of locked ones that may be paid early: they wait in this anticipation from here on. */
  async promise(
    tx: Tx,
    { merchantId, id }: { readonly merchantId: string; readonly id: string },
    ids: readonly string[],
    at: Date,
  ): Promise<void> {
    await this.receivables.updateAnticipation(tx, merchantId, id, ids, at);
  }

  /** Of locked ones that wait in an anticipation: they wait for their day again. */
  async free(tx: Tx, merchantId: string, ids: readonly string[], at: Date): Promise<void> {
    if (ids.length > 0) await this.receivables.updateAnticipation(tx, merchantId, null, ids, at);
  }

  /** Of locked ones that wait in an anticipation: they are paid, and each cost so much. */
  async anticipate(
    tx: Tx,
    merchantId: string,
    paid: readonly { readonly receivableId: string; readonly feeCents: number }[],
    at: Date,
  ): Promise<void> {
    await this.receivables.updateAnticipated(tx, merchantId, paid, at);
  }
}

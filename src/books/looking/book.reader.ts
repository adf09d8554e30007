import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import { assertConsistent, type Page, pageOf, readCursor, writeCursor } from '../../common/http';
import { type BookBalances, LedgerReader, type RecordedTransaction } from '../../ledger';
import { WalletReader } from '../../wallets';
import type { ListTransactionsQuery } from './list-transactions.query';

/** One merchant's book, as operators look at it. */
@Injectable()
export class BookReader {
  constructor(
    private readonly ledger: LedgerReader,
    private readonly wallets: WalletReader,
  ) {}

  /** Throws NOT_FOUND. */
  async get(merchantId: string): Promise<BookBalances> {
    await this.assertMerchant(merchantId);
    return this.ledger.getBook(merchantId);
  }

  /** Throws NOT_FOUND, also for another merchant's. */
  async getTransaction(merchantId: string, id: string): Promise<RecordedTransaction> {
    const found = await this.ledger.findTransactionById(merchantId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** Newest first, with an exact total on every page. Throws NOT_FOUND, VALIDATION_FAILED. */
  async listTransactions(
    merchantId: string,
    query: ListTransactionsQuery,
  ): Promise<Page<RecordedTransaction>> {
    await this.assertMerchant(merchantId);
    assertConsistent(query);
    const { page, limit } = pageOf(query);
    const { cursor, kind } = query;
    const { date_from: dateFrom, date_to: dateTo, time_zone: timeZone } = query;
    const walk = JSON.stringify(['transactions', merchantId, kind, dateFrom, dateTo, timeZone]);
    const isWalk = cursor !== undefined;
    // One more than a walk shows tells whether it goes on.
    const place = isWalk
      ? { after: cursor === '' ? null : placeOf(readCursor(walk, cursor)), limit: limit + 1 }
      : { offset: (page - 1) * limit, limit };
    const { transactions, total } = await this.ledger.listTransactions(merchantId, {
      kind,
      period: { dateFrom, dateTo, timeZone },
      ...place,
    });
    const items = transactions.slice(0, limit);
    const totals = { items, limit, total, totalPages: Math.ceil(total / limit) };
    if (!isWalk) return { page, ...totals };
    const last = transactions.length > limit ? items.at(-1) : undefined;
    const next =
      last === undefined ? null : writeCursor(walk, { at: last.recordedAt.toISOString(), id: last.id });
    return { page: 1, ...totals, next_cursor: next };
  }

  /** A merchant's own wallet has its id. */
  private async assertMerchant(merchantId: string): Promise<void> {
    const { ownerType } = await this.wallets.getAnyRecord(merchantId);
    if (ownerType !== 'merchant') throw commonErrors.NOT_FOUND();
  }
}

function placeOf({ at, id }: { readonly at: string; readonly id: string }): { recordedAt: Date; id: string } {
  return { recordedAt: new Date(at), id };
}

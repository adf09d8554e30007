import { Injectable } from '@nestjs/common';
import { assertConsistent, type Page, pageOf, readCursor, writeCursor } from '../../common/http';
import { type Entry, LedgerReader, walletAccount } from '../../ledger';
import type { Wallet } from '../wallet.entity';
import type { ListEntriesQuery } from './list-entries.query';

/** Entries of a wallet's accounts, as pages (money contract §12). */
@Injectable()
export class EntryReader {
  constructor(private readonly ledger: LedgerReader) {}

  /** Newest first; with an exact total on every page, also deep inside. Throws VALIDATION_FAILED. */
  async list({ merchantId, id }: Wallet, query: ListEntriesQuery): Promise<Page<Entry>> {
    assertConsistent(query);
    const { page, limit } = pageOf(query);
    const { account = 'available', cursor, kind, direction } = query;
    const { date_from: dateFrom, date_to: dateTo, time_zone: timeZone } = query;
    const walk = JSON.stringify([
      'entries',
      merchantId,
      id,
      account,
      kind,
      direction,
      dateFrom,
      dateTo,
      timeZone,
    ]);
    const isWalk = cursor !== undefined;
    // One more than a walk shows tells whether it goes on.
    const place = isWalk
      ? { beforeSeq: cursor === '' ? null : Number(readCursor(walk, cursor).id), limit: limit + 1 }
      : { offset: (page - 1) * limit, limit };
    const { entries, total } = await this.ledger.listEntries(merchantId, walletAccount(id, account), {
      kinds: kind === undefined ? undefined : [kind],
      direction,
      period: { dateFrom, dateTo, timeZone },
      ...place,
    });
    const items = entries.slice(0, limit);
    const totals = { items, limit, total, totalPages: Math.ceil(total / limit) };
    if (!isWalk) return { page, ...totals };
    const last = entries.length > limit ? items.at(-1) : undefined;
    const next =
      last === undefined
        ? null
        : writeCursor(walk, { at: last.postedAt.toISOString(), id: String(last.seq) });
    return { page: 1, ...totals, next_cursor: next };
  }
}

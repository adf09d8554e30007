import type { Item } from '../../../api/types';
import { day, oneOf, pageNumber, readSearch, valuesOf } from '../../../app/search';
import { ENTRY_KINDS } from './entry-kinds';

type Entry = Item<'/v1/wallets/{id}/entries'>;

/** A wallet's accounts, in the order in which money goes through them. */
export const ACCOUNTS = valuesOf<Entry['account']>({
  available: true,
  waiting_funds: true,
  in_transit: true,
  blocked: true,
  reserve: true,
  debt: true,
});

export const DIRECTIONS = valuesOf<Entry['direction']>({ credit: true, debit: true });

/** What the address of a wallet's page says: which of its entries are shown. */
export const entriesSearch = readSearch({
  account: oneOf(...ACCOUNTS),
  kind: oneOf(...ENTRY_KINDS),
  direction: oneOf(...DIRECTIONS),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

export type EntriesSearch = ReturnType<typeof entriesSearch>;

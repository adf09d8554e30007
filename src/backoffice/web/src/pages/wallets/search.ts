import type { Item, Schema } from '../../api/types';
import { day, oneOf, pageNumber, readSearch, text, uuid, wordsOf } from '../../app/search';
import { ENTRY_KINDS } from '../../components/money/entry-kinds';

type Entry = Item<'/v1/review/wallets/{id}/entries'>;

export const STATUSES = wordsOf<Schema<'OperatorWalletResponse'>['status']>({ active: true, frozen: true });

/** A wallet's accounts, in the order in which money goes through them. */
export const ACCOUNTS = wordsOf<Entry['account']>({
  available: true,
  waiting_funds: true,
  in_transit: true,
  blocked: true,
  reserve: true,
  debt: true,
});

export const DIRECTIONS = wordsOf<Entry['direction']>({ credit: true, debit: true });

/** How what comes due is added up. */
export const DUE_GROUPS = ['due_date', 'month'] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

export const walletsSearch = readSearch({
  search: text(),
  status: oneOf(...STATUSES),
  merchant_id: uuid(),
  page: pageNumber(),
});

export type WalletsSearch = ReturnType<typeof walletsSearch>;

export const walletSearch = readSearch({
  account: oneOf(...ACCOUNTS),
  kind: oneOf(...ENTRY_KINDS),
  direction: oneOf(...DIRECTIONS),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

/** What the URL of one wallet may say: which of its entries are shown. */
export type WalletSearch = ReturnType<typeof walletSearch>;

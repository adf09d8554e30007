import type { Item } from '../../api/types';
import { valuesOf } from '../../app/search';
import { ENTRY_KINDS } from '../../components/money/entries/entry-kinds';

type Kind = Item<'/v1/review/books/{merchantId}/transactions'>['kind'];

/** What a transaction can be of: what wallets have entries of, and what stays within the book. */
export const TRANSACTION_KINDS: readonly Kind[] = [
  ...ENTRY_KINDS,
  ...valuesOf<Exclude<Kind, (typeof ENTRY_KINDS)[number]>>({ provider_report: true }),
];

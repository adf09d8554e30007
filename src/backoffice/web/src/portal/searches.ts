import type { Item } from '../api/types';
import { day, oneOf, pageNumber, readSearch, text, uuid, valuesOf } from '../app/search';
import { WALLET_STATUSES } from '../components/money/wallets/wallet-columns';

export const DELIVERY_STATUSES = valuesOf<Item<'/v1/postbacks/delivery-logs'>['status']>({
  pending: true,
  delivered: true,
  retrying: true,
  exhausted: true,
  held: true,
  cancelled: true,
});

export const CHARGE_STATUSES = valuesOf<Item<'/v1/charges'>['status']>({
  pending: true,
  authorized: true,
  captured: true,
  failed: true,
  expired: true,
  voided: true,
  partially_refunded: true,
  refunded: true,
  chargeback: true,
});

export const PAYMENT_METHODS = valuesOf<Item<'/v1/charges'>['payment_method']>({
  pix: true,
  credit_card: true,
  debit_card: true,
  boleto: true,
});

export const SELLER_STATUSES = valuesOf<Item<'/v1/submerchants'>['status']>({
  pending: true,
  pending_review: true,
  active: true,
  rejected: true,
  suspended: true,
});

export const RECEIVABLE_STATUSES = valuesOf<Item<'/v1/receivables'>['status']>({
  waiting_funds: true,
  settled: true,
  anticipated: true,
  cancelled: true,
});

export const WITHDRAWAL_STATUSES = valuesOf<Item<'/v1/withdrawals'>['status']>({
  under_review: true,
  pending: true,
  processing: true,
  paid: true,
  failed: true,
  cancelled: true,
  partially_returned: true,
  returned: true,
});

export const ANTICIPATION_STATUSES = valuesOf<Item<'/v1/anticipations'>['status']>({
  pending: true,
  approved: true,
  paid: true,
  refused: true,
  cancelled: true,
});

/** What the addresses of lists may say. */
export const pageSearch = readSearch({ page: pageNumber() });

export const sellersSearch = readSearch({
  search: text(),
  status: oneOf(...SELLER_STATUSES),
  page: pageNumber(),
});

export const notificationsSearch = readSearch({
  search: text(),
  status: oneOf(...DELIVERY_STATUSES),
  page: pageNumber(),
});

export const chargesSearch = readSearch({
  search: text(),
  status: oneOf(...CHARGE_STATUSES),
  payment_method: oneOf(...PAYMENT_METHODS),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

export type ChargesSearch = ReturnType<typeof chargesSearch>;

export const walletsSearch = readSearch({
  search: text(),
  status: oneOf(...WALLET_STATUSES),
  page: pageNumber(),
});

export const receivablesSearch = readSearch({
  status: oneOf(...RECEIVABLE_STATUSES),
  due_from: day(),
  due_to: day(),
  page: pageNumber(),
});

export const withdrawalsSearch = readSearch({
  search: text(),
  status: oneOf(...WITHDRAWAL_STATUSES),
  wallet_id: uuid(),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

export const anticipationsSearch = readSearch({
  search: text(),
  status: oneOf(...ANTICIPATION_STATUSES),
  wallet_id: uuid(),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

import type { Item } from '../../api/types';
import { day, oneOf, pageNumber, readSearch, text, uuid, valuesOf } from '../../app/search';

type Charge = Item<'/v1/review/charges'>;

export const STATUSES = valuesOf<Charge['status']>({
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

export const PAYMENT_METHODS = valuesOf<Charge['payment_method']>({
  pix: true,
  credit_card: true,
  debit_card: true,
  boleto: true,
});

export const ATTENTIONS = valuesOf<NonNullable<Charge['attention']>>({
  return_failed: true,
  void_refused: true,
});

export const chargesSearch = readSearch({
  search: text(),
  status: oneOf(...STATUSES),
  payment_method: oneOf(...PAYMENT_METHODS),
  attention: oneOf(...ATTENTIONS),
  merchant_id: uuid(),
  submerchant_id: uuid(),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

/** What the URL may say. */
export type ChargesSearch = ReturnType<typeof chargesSearch>;

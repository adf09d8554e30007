import { day, oneOf, pageNumber, readSearch, text, uuid } from '../../app/search';

export const STATUSES = [
  'pending',
  'authorized',
  'captured',
  'failed',
  'expired',
  'voided',
  'partially_refunded',
  'refunded',
  'chargeback',
] as const;

export const PAYMENT_METHODS = ['pix', 'credit_card', 'debit_card', 'boleto'] as const;

export const chargesSearch = readSearch({
  search: text(),
  status: oneOf(...STATUSES),
  payment_method: oneOf(...PAYMENT_METHODS),
  merchant_id: uuid(),
  submerchant_id: uuid(),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

/** What the URL may say. */
export type ChargesSearch = ReturnType<typeof chargesSearch>;

import type { CountedList } from '../../database';

/** By status and method, of all merchants, of each and of each submerchant. */
export const COUNTED_CHARGES: CountedList = {
  table: 'charges',
  one: 'charge',
  many: 'charges',
  part: 'submerchant_id',
  kind: 'payment_method',
};

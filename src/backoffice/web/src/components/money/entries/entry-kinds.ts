import type { Item } from '../../../api/types';
import { valuesOf } from '../../../app/search';

/** What a transaction, and each entry of it, can be of. */
export const ENTRY_KINDS = valuesOf<Item<'/v1/review/wallets/{id}/entries'>['kind']>({
  capture: true,
  settlement: true,
  refund: true,
  withdrawal: true,
  withdrawal_return: true,
  anticipation: true,
  dispute: true,
  dispute_return: true,
  reserve_release: true,
  recovery: true,
  transfer: true,
  hold: true,
  adjustment: true,
  write_off: true,
  reversal: true,
});

import type { CodedError, ErrorDetail } from './coded-error';
import { commonErrors } from './common.errors';

/** What there is of the money that something takes, in cents. */
export interface Shortage {
  /** Of the request. */
  readonly field: string;
  readonly heldCents: number;
  /** The fee included. */
  readonly neededCents: number;
  readonly feeCents?: number;
  /** Where it lies; default: what is available. */
  readonly account?: string;
  /** Named only to those who may see it. */
  readonly walletId?: string;
}

/** INSUFFICIENT_BALANCE that says what there is and what it takes. An answer repeats no amount that was sent: it says what is missing. */
export function insufficientBalance(shortage: Shortage): CodedError {
  return commonErrors.INSUFFICIENT_BALANCE({ details: [detailOf(shortage)] });
}

function detailOf({
  field,
  heldCents,
  neededCents,
  feeCents = 0,
  account = 'available',
  walletId,
}: Shortage): ErrorDetail {
  const where = walletId === undefined ? account : `${account} in the wallet ${walletId}`;
  const fee = feeCents === 0 ? '' : `, the fee of ${feeCents} cents included`;
  const message = `needs ${neededCents - heldCents} cents more than the ${heldCents} cents that are ${where}${fee}`;
  return { field, code: 'insufficient_balance', message };
}

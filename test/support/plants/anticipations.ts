import { plant, type Plant } from './plant';

const SUM = 'an anticipation is the sum of its receivables, each of which costs what its days do';
const PROMISED = 'a receivable waits in the anticipation that it is promised to, until that pays it once';
const POSTED = 'every paid anticipation has its transaction, to the cent, and no other has one';

const UNGUARDED = 'ALTER TABLE ledger_transactions DISABLE TRIGGER USER';
const one = (status: string): string =>
  `(SELECT id FROM anticipations WHERE status = '${status}' ORDER BY created_at DESC LIMIT 1)`;

/** Receivables that are paid before their day. */
export const anticipations: readonly Plant[] = [
  plant(
    'an anticipation of a cent more than its receivables',
    SUM,
    `UPDATE anticipations SET amount_cents = amount_cents + 1, payout_cents = payout_cents + 1 WHERE id = ${one('approved')}`,
  ),
  plant(
    'a receivable that costs a cent more than its days do',
    SUM,
    `UPDATE anticipation_items SET fee_cents = fee_cents + 1 WHERE anticipation_id = ${one('approved')}`,
    `UPDATE anticipations SET fee_cents = fee_cents + count, payout_cents = payout_cents - count WHERE id = ${one('approved')}`,
  ),
  plant(
    'a day that was put off and costs as before',
    SUM,
    `UPDATE anticipations SET payment_date = payment_date + 1 WHERE id = ${one('approved')}`,
  ),
  plant(
    'a receivable that waits for its day although it is promised',
    PROMISED,
    `UPDATE receivables SET anticipation_id = NULL WHERE anticipation_id = ${one('approved')}`,
  ),
  plant(
    'a receivable that is promised to an anticipation that was refused',
    PROMISED,
    `UPDATE receivables SET anticipation_id = ${one('refused')} WHERE anticipation_id = ${one('approved')}`,
  ),
  plant(
    'a receivable that cost more than it says',
    PROMISED,
    `UPDATE receivables SET anticipation_fee_cents = anticipation_fee_cents + 1 WHERE anticipation_id = ${one('paid')}`,
  ),
  plant(
    'an anticipation that was paid and is in no book',
    POSTED,
    UNGUARDED,
    `DELETE FROM ledger_transactions WHERE reference = 'anticipation:' || ${one('paid')} || ':paid'`,
  ),
  plant(
    'an anticipation that was paid without being approved',
    POSTED,
    `UPDATE anticipations SET status = 'cancelled', paid_at = NULL WHERE id = ${one('paid')}`,
  ),
  plant(
    'money that was paid early to nobody',
    'no transaction of an anticipation is without its anticipation',
    UNGUARDED,
    `UPDATE ledger_transactions SET resource_id = gen_random_uuid() WHERE reference = 'anticipation:' || ${one('paid')} || ':paid'`,
  ),
  plant(
    'an anticipation that was refused and whose merchant was told something else',
    'an anticipation is as its last event told it',
    `UPDATE anticipations SET status = 'cancelled', refusal_code = NULL, refusal_message = NULL WHERE id = ${one('refused')}`,
  ),
];

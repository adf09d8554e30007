import { plant, type Plant } from './plant';

const SUMS = 'the bearers of a dispute sum to it and to its fee, and its sources to what is taken of them';
const POSTED = 'the transactions of a dispute say what became of it';
const CHARGEBACK =
  'a disputed charge is a chargeback as long as its money is debited for one of its disputes';
const CALLS =
  'a dispute is contested when its provider took that, and every call about a dispute has its dispute';
const TAKEN = 'what was taken from a receivable is what refunds that did not fail and disputes take from it';
const RESERVES = 'a reserve holds what disputes did not take from it, until all of that is released';

const UNGUARDED = 'ALTER TABLE ledger_transactions DISABLE TRIGGER USER';

/** A dispute of the run by its status, which it shares with no other of its kind. */
const dispute = (kind: string, status: string): string =>
  `(SELECT id FROM disputes WHERE kind = '${kind}' AND status = '${status}' ORDER BY opened_at DESC LIMIT 1)`;
const BLOCKED = dispute('pix_return', 'open');
const CONTESTED = dispute('chargeback', 'contested');
const WON = dispute('chargeback', 'won');

/** Disputes, and what they take. */
export const disputes: readonly Plant[] = [
  plant(
    'a cent less that is blocked',
    'what a wallet has blocked is what is blocked of it for somebody',
    `UPDATE dispute_bearers SET blocked_cents = blocked_cents - 1 WHERE blocked_cents > 0 AND dispute_id = ${BLOCKED}`,
  ),
  plant(
    'a bearer of a cent more than there is in dispute',
    SUMS,
    `UPDATE dispute_bearers SET amount_cents = amount_cents + 1 WHERE dispute_id = ${CONTESTED}`,
  ),
  plant(
    'a source of a cent more than was taken',
    SUMS,
    `UPDATE dispute_sources SET amount_cents = amount_cents + 1 WHERE dispute_id = ${CONTESTED}`,
  ),
  plant(
    'a dispute that was won and of which nothing came back',
    POSTED,
    UNGUARDED,
    `DELETE FROM ledger_transactions WHERE reference = 'dispute:' || ${WON} || ':returned'`,
  ),
  plant(
    'a debit of twice as much',
    POSTED,
    UNGUARDED,
    `UPDATE ledger_transactions SET amounts_cents = ARRAY(SELECT 2 * cents FROM unnest(amounts_cents) AS cents)
      WHERE reference = 'dispute:' || ${CONTESTED} || ':debited'`,
  ),
  plant(
    'a debit for a dispute that nobody opened',
    'no transaction of a dispute is without its dispute',
    UNGUARDED,
    `UPDATE ledger_transactions SET resource_id = gen_random_uuid() WHERE reference = 'dispute:' || ${WON} || ':debited'`,
  ),
  plant(
    'money of a dispute that moved for no step of it',
    'no transaction of a dispute is without its dispute',
    UNGUARDED,
    `UPDATE ledger_transactions SET reference = reference || '_again' WHERE reference = 'dispute:' || ${WON} || ':debited'`,
  ),
  plant(
    'a chargeback whose dispute was won',
    CHARGEBACK,
    `UPDATE disputes SET status = 'won', debited_cents = 0, closed_at = now() WHERE id = ${CONTESTED}`,
  ),
  plant(
    'a charge that was paid although its money is debited',
    CHARGEBACK,
    `UPDATE charges SET status = 'captured' WHERE id = (SELECT charge_id FROM disputes WHERE id = ${CONTESTED})`,
  ),
  plant(
    'a dispute that is contested although its provider refused that',
    CALLS,
    `UPDATE provider_calls SET status = 'failed' WHERE subject_id = ${CONTESTED}`,
  ),
  plant(
    'a call about a dispute that there is not',
    CALLS,
    `UPDATE provider_calls SET subject_id = gen_random_uuid() WHERE subject_id = ${CONTESTED}`,
  ),
  plant(
    'a dispute that changed and nobody was told',
    'a dispute is as its last event told it',
    `UPDATE disputes SET version = version + 1 WHERE id = ${WON}`,
  ),
  plant(
    'a receivable from which a dispute took a cent more',
    TAKEN,
    `UPDATE receivables SET reversed_cents = reversed_cents + 1
      WHERE id = (SELECT receivable_id FROM dispute_sources WHERE returned_to = 'receivable' LIMIT 1)`,
  ),
  plant(
    'what went back into a receivable is said to have gone elsewhere',
    TAKEN,
    `UPDATE dispute_sources SET returned_to = 'available' WHERE returned_to = 'receivable'`,
  ),
  plant(
    'a reserve that holds less than nobody took from it',
    RESERVES,
    `INSERT INTO reserves (merchant_id, id, wallet_id, charge_id, amount_cents, left_cents, release_date, created_at)
     SELECT merchant_id, gen_random_uuid(), merchant_id, id, 100, 99, '2099-01-01', now() FROM charges LIMIT 1`,
  ),
  plant(
    'a reserve that was released without a transaction',
    RESERVES,
    `INSERT INTO reserves (merchant_id, id, wallet_id, charge_id, amount_cents, left_cents, release_date, released_at, created_at)
     SELECT merchant_id, gen_random_uuid(), merchant_id, id, 100, 0, '2026-01-01', now(), now() FROM charges LIMIT 1`,
  ),
];

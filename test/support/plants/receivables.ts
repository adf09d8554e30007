import { plant, type Plant } from './plant';

const WAITING = 'what a wallet waits for is the net of its open receivables';
const PARTS =
  'the receivables of a recipient sum to its captured part and to its fee, as far as that is no debt';
const CAPTURED = 'every captured charge has its transaction, and no capture is posted without its charge';
const SOURCES = 'the sources of a refund sum to it, and its transactions say what became of it';
const SETTLED = 'a settlement is the sum of its receivables, and is posted';

const OWED = 'what a wallet owes is what fees, refunds and disputes took from its debt, less what paid it';
const CAUSED = 'no transaction of a refund, a settlement, a reserve or a recovery is without its cause';

const UNGUARDED = 'ALTER TABLE ledger_transactions DISABLE TRIGGER USER';
const ONE_OPEN = `id = (SELECT id FROM receivables WHERE status = 'waiting_funds' AND amount_cents > 10 ORDER BY id LIMIT 1)`;
const ONE_POSTED = `id = (SELECT id FROM ledger_transactions WHERE reference ~ '^charge:.*:captured$' ORDER BY id LIMIT 1)`;
const ONE_REFUND = `(SELECT id FROM refunds WHERE status = 'succeeded' ORDER BY id LIMIT 1)`;

/** Receivables, settlements, reserves and refunds against the books. */
export const receivables: readonly Plant[] = [
  plant(
    'a receivable that was settled and still waits in the books',
    WAITING,
    `UPDATE receivables SET status = 'settled', settled_at = captured_at WHERE ${ONE_OPEN}`,
  ),
  plant(
    'a receivable of a cent more',
    PARTS,
    `UPDATE receivables SET amount_cents = amount_cents + 1 WHERE ${ONE_OPEN}`,
  ),
  plant('a receivable that is gone', PARTS, `DELETE FROM receivables WHERE ${ONE_OPEN}`),
  plant(
    'a fee moved between instalments of two recipients',
    PARTS,
    `UPDATE receivables SET fee_cents = fee_cents + 1 WHERE ${ONE_OPEN}`,
  ),
  plant(
    'a capture that was never posted',
    CAPTURED,
    UNGUARDED,
    `DELETE FROM ledger_transactions WHERE ${ONE_POSTED}`,
  ),
  plant(
    'a capture posted of a charge that is not there',
    CAPTURED,
    UNGUARDED,
    `UPDATE ledger_transactions AS t SET resource_id = new.id, reference = 'charge:' || new.id || ':captured'
       FROM (SELECT gen_random_uuid() AS id) new WHERE t.${ONE_POSTED}`,
  ),
  plant(
    'a reserve of which nobody knows',
    'what a wallet holds in reserve is what its reserves still hold',
    `INSERT INTO reserves (merchant_id, id, wallet_id, charge_id, amount_cents, left_cents, release_date, created_at)
     SELECT merchant_id, gen_random_uuid(), merchant_id, id, 5, 5, '2040-01-01', now() FROM charges
      WHERE amount_captured_cents > 0 LIMIT 1`,
  ),
  plant(
    'a refund that succeeded and is on its way again',
    'what a wallet has on its way is what is held for refunds and withdrawals that have no outcome yet',
    `UPDATE refunds SET status = 'pending', settled_at = NULL, settled_version = NULL WHERE id = ${ONE_REFUND}`,
  ),
  plant(
    'a source of a cent more',
    SOURCES,
    `UPDATE refund_sources SET amount_cents = amount_cents + 1 WHERE refund_id = ${ONE_REFUND} AND position = 0`,
  ),
  plant(
    'a refund that succeeded and was not posted',
    SOURCES,
    UNGUARDED,
    `DELETE FROM ledger_transactions WHERE reference = 'refund:' || ${ONE_REFUND} || ':settled'`,
  ),
  plant(
    'cents taken from a receivable by nobody',
    'what was taken from a receivable is what refunds that did not fail and disputes take from it',
    `UPDATE receivables SET reversed_cents = reversed_cents + 1 WHERE ${ONE_OPEN}`,
  ),
  plant(
    'a settlement of a cent more',
    SETTLED,
    'UPDATE settlements SET amount_cents = amount_cents + 1 WHERE amount_cents > 0',
  ),
  plant(
    'a settlement that was not posted',
    SETTLED,
    UNGUARDED,
    `DELETE FROM ledger_transactions WHERE reference LIKE 'settlement:%'`,
  ),
  plant(
    'a debt that a dispute does not know any more',
    OWED,
    `UPDATE dispute_sources SET source = 'available' WHERE source = 'debt'`,
  ),
  plant(
    'a debt from nowhere',
    OWED,
    `INSERT INTO refund_sources (merchant_id, refund_id, position, wallet_id, source, amount_cents)
     SELECT merchant_id, id, 99, merchant_id, 'debt', 1 FROM refunds WHERE id = ${ONE_REFUND}`,
  ),
  ...['refund', 'settlement', 'recovery'].map((kind) =>
    plant(
      `a transaction of a ${kind} that is not there`,
      CAUSED,
      UNGUARDED,
      `UPDATE ledger_transactions AS t SET resource_id = new.id, reference = replace(t.reference, t.resource_id::text, new.id::text)
         FROM (SELECT gen_random_uuid() AS id) new
        WHERE t.id = (SELECT id FROM ledger_transactions WHERE kind = '${kind}' ORDER BY id LIMIT 1)`,
    ),
  ),
];

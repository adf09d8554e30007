import { plant, type Plant } from './plant';

/** As `keepBooks` leaves them: the transactions by what happened. */
const transaction = (what: string): string =>
  `(SELECT id FROM ledger_transactions WHERE reference = 'test:${what}')`;
const ACCOUNT = `(SELECT a.id FROM ledger_transactions t JOIN ledger_accounts a ON a.merchant_id = t.merchant_id
                    AND a.id = ANY(t.account_ids) WHERE t.reference = 'test:capture' AND a.name = 'available')`;
const MERCHANT = `(SELECT merchant_id FROM ledger_transactions WHERE reference = 'test:capture')`;
const UNGUARDED_ENTRIES = 'ALTER TABLE ledger_entries DISABLE TRIGGER USER';
const UNGUARDED_TRANSACTIONS = 'ALTER TABLE ledger_transactions DISABLE TRIGGER USER';

const LINE = 'a line of a transaction is exactly one entry, or waits to be one';
const CHAIN = 'entries count without a gap, and each balance follows from the one before';
const REVERSAL = 'a reversal is the exact negative of what it reverses, and the only one';
const LAST = 'an account is what its last entry says, and the sum of its entries';

function waiting(transactionId: string, cents: number): string {
  return `INSERT INTO ledger_tail (merchant_id, account_id, transaction_id, kind, amount_cents, recorded_at)
    VALUES (${MERCHANT}, ${ACCOUNT}, ${transactionId}, 'capture', ${cents}, now())`;
}

/** The books of the ledger. */
export const books: readonly Plant[] = [
  plant(
    'a transaction of which a cent is missing',
    'the lines of a transaction sum to zero',
    UNGUARDED_TRANSACTIONS,
    'ALTER TABLE ledger_transactions DROP CONSTRAINT ck_ledger_transactions_balanced',
    `UPDATE ledger_transactions SET amounts_cents[1] = amounts_cents[1] + 1 WHERE reference = 'test:capture'`,
  ),
  plant(
    'a merchant without a book',
    'every merchant has a book',
    'ALTER TABLE books DISABLE TRIGGER USER',
    `DELETE FROM books WHERE merchant_id = ${MERCHANT}`,
  ),
  plant(
    'a cent more on an account',
    'the accounts of a book sum to zero',
    `UPDATE ledger_accounts SET posted_cents = posted_cents + 1 WHERE name = 'fees:processing'`,
  ),
  plant(
    'an entry that was taken out',
    LINE,
    UNGUARDED_ENTRIES,
    `DELETE FROM ledger_entries WHERE transaction_id = ${transaction('hold')} AND account_id = ${ACCOUNT}`,
  ),
  plant('a line that is posted and waits all the same', LINE, waiting(transaction('capture'), 900)),
  plant(
    'a line that no transaction has',
    'an entry is a line of a transaction, on an account of its book',
    waiting('gen_random_uuid()', 100),
  ),
  plant(
    'an entry of another amount, and what follows from it',
    'an entry is a line of a transaction, on an account of its book',
    UNGUARDED_ENTRIES,
    `UPDATE ledger_entries SET amount_cents = amount_cents + 1 WHERE account_id = ${ACCOUNT} AND seq = 1`,
    `UPDATE ledger_entries SET balance_cents = balance_cents + 1 WHERE account_id = ${ACCOUNT}`,
    `UPDATE ledger_accounts SET posted_cents = posted_cents + 1 WHERE id = ${ACCOUNT}`,
  ),
  plant(
    'an account ahead of its entries',
    LAST,
    `UPDATE ledger_accounts SET seq = seq + 1 WHERE id = ${ACCOUNT}`,
  ),
  plant(
    'an account that was posted at another time than its last entry',
    LAST,
    `UPDATE ledger_accounts SET posted_at = posted_at + interval '1 second' WHERE id = ${ACCOUNT}`,
  ),
  plant(
    'a verified entry that was another one then',
    'the last entry that was verified of an account is what it was then',
    `DELETE FROM ledger_verified WHERE account_id = ${ACCOUNT}`,
    `INSERT INTO ledger_verified (merchant_id, account_id, seq, balance_cents, posted_at, verified_at, is_broken)
     SELECT merchant_id, account_id, seq, balance_cents + 1, posted_at, now(), false
       FROM ledger_entries WHERE account_id = ${ACCOUNT} AND seq = 2`,
  ),
  plant(
    'a balance that does not follow',
    CHAIN,
    UNGUARDED_ENTRIES,
    `UPDATE ledger_entries SET balance_cents = balance_cents + 1 WHERE account_id = ${ACCOUNT} AND seq = 2`,
  ),
  plant(
    'a gap before the last entry',
    CHAIN,
    UNGUARDED_ENTRIES,
    `UPDATE ledger_entries SET seq = 7 WHERE account_id = ${ACCOUNT} AND seq = 3`,
  ),
  plant(
    'an entry that is older than the one before',
    CHAIN,
    UNGUARDED_ENTRIES,
    `UPDATE ledger_entries SET posted_at = '2026-01-01' WHERE account_id = ${ACCOUNT} AND seq = 2`,
  ),
  plant(
    'an hour that counts one more',
    'hours count and sum the entries of an account, each kind and direction by itself',
    `UPDATE ledger_hours SET entries = entries + 1 WHERE account_id = ${ACCOUNT} AND kind = 'capture'`,
  ),
  plant(
    'an hour that is gone',
    'hours count and sum the entries of an account, each kind and direction by itself',
    'ALTER TABLE ledger_hours DISABLE TRIGGER USER',
    `DELETE FROM ledger_hours WHERE account_id = ${ACCOUNT} AND kind = 'capture'`,
  ),
  plant(
    'an entry at another place of its kind',
    'an entry has its place among those of its kind and direction',
    UNGUARDED_ENTRIES,
    `UPDATE ledger_entries SET kind_seq = kind_seq + 1 WHERE account_id = ${ACCOUNT} AND kind = 'capture'`,
  ),
  plant(
    'a wallet that was below nothing for a moment',
    'no balance passes the bound of its account',
    UNGUARDED_ENTRIES,
    `UPDATE ledger_entries SET balance_cents = -1 WHERE account_id = ${ACCOUNT} AND seq = 2`,
  ),
  plant(
    'something taken that was not posted at once',
    'what waits to be an entry moves its account away from its bound',
    waiting('gen_random_uuid()', -1),
  ),
  plant(
    'a reversal of twice as much',
    REVERSAL,
    UNGUARDED_TRANSACTIONS,
    `UPDATE ledger_transactions SET amounts_cents = ARRAY(SELECT 2 * cents FROM unnest(amounts_cents) AS cents)
      WHERE reverses_id IS NOT NULL`,
  ),
  plant(
    'a second reversal',
    REVERSAL,
    'ALTER TABLE ledger_transactions DROP CONSTRAINT uq_ledger_transactions_reverses',
    `INSERT INTO ledger_transactions (merchant_id, id, reference, kind, resource_type, resource_id, account_ids, amounts_cents, reverses_id, occurred_at)
     SELECT merchant_id, gen_random_uuid(), 'test:again', kind, resource_type, resource_id, account_ids, amounts_cents, reverses_id, occurred_at
       FROM ledger_transactions WHERE reference = 'test:release'`,
  ),
];

import { plant, type Plant } from './plant';

const POSTED = 'the transactions of a withdrawal say what became of it, to the cent';
const RETURNS = 'the returns of a withdrawal sum to what came back, each posted once';
const ASKED = 'a withdrawal is with its provider while that is asked, and was paid once';
const IN_TRANSIT =
  'what a wallet has on its way is what is held for refunds and withdrawals that have no outcome yet';

const AUTOMATIC = 'an automatic withdrawal is of one run, and of its wallet';

const UNGUARDED = 'ALTER TABLE ledger_transactions DISABLE TRIGGER USER';
const one = (status: string): string =>
  `(SELECT id FROM withdrawals WHERE status = '${status}' ORDER BY created_at DESC LIMIT 1)`;

/** Money that leaves wallets. */
export const withdrawals: readonly Plant[] = [
  plant(
    'a withdrawal of a cent more than left the wallet',
    POSTED,
    `UPDATE withdrawals SET amount_cents = amount_cents + 1 WHERE id = ${one('paid')}`,
  ),
  plant(
    'a withdrawal that failed and whose money nobody has',
    POSTED,
    UNGUARDED,
    `DELETE FROM ledger_transactions WHERE reference = 'withdrawal:' || ${one('failed')} || ':released'`,
  ),
  plant(
    'a withdrawal whose fee nobody earned',
    POSTED,
    `UPDATE withdrawals SET fee_cents = fee_cents + 1, amount_cents = amount_cents - 1 WHERE id = ${one('paid')}`,
  ),
  plant(
    'a withdrawal that waits and whose money was paid',
    IN_TRANSIT,
    `UPDATE withdrawals SET status = 'pending', paid_at = NULL WHERE id = ${one('paid')}`,
  ),
  plant(
    'money that left for nobody',
    'no transaction of a withdrawal is without its withdrawal',
    UNGUARDED,
    `UPDATE ledger_transactions SET resource_id = gen_random_uuid() WHERE reference = 'withdrawal:' || ${one('paid')} || ':paid'`,
  ),
  plant(
    'money of a withdrawal that moved for no step of it',
    'no transaction of a withdrawal is without its withdrawal',
    UNGUARDED,
    `UPDATE ledger_transactions SET reference = reference || '0' WHERE reference = 'withdrawal:' || ${one('returned')} || ':return:1'`,
  ),
  plant(
    'a return of a cent more than came back',
    RETURNS,
    `UPDATE withdrawal_returns SET amount_cents = amount_cents + 1 WHERE withdrawal_id = ${one('returned')}`,
  ),
  plant(
    'a return that is not in the books',
    RETURNS,
    UNGUARDED,
    `DELETE FROM ledger_transactions WHERE reference = 'withdrawal:' || ${one('returned')} || ':return:1'`,
  ),
  plant(
    'a withdrawal that was paid twice',
    ASKED,
    `INSERT INTO provider_calls (merchant_id, id, subject_type, subject_id, account_id, kind, status, amount_cents, key, attempts,
                                 refusals, next_attempt_at, created_at, settled_at)
     SELECT merchant_id, gen_random_uuid(), subject_type, subject_id, account_id, kind, status, amount_cents, gen_random_uuid(), 1, 0,
            now(), created_at, settled_at FROM provider_calls WHERE subject_id = ${one('paid')}`,
  ),
  plant(
    'a withdrawal that is with nobody',
    ASKED,
    `UPDATE withdrawals SET status = 'processing', paid_at = NULL WHERE id = ${one('paid')}`,
  ),
  plant(
    'a withdrawal to another wallet’s destination',
    'money goes to a destination of the wallet that it leaves',
    `UPDATE withdrawals SET wallet_id = merchant_id WHERE id = ${one('paid')}`,
  ),
  plant(
    'an automatic withdrawal that no run asked for',
    AUTOMATIC,
    `UPDATE withdrawals SET source = 'automatic' WHERE id = ${one('paid')}`,
  ),
  plant(
    'an automatic withdrawal that was another wallet’s',
    AUTOMATIC,
    'ALTER TABLE automatic_withdrawal_runs DISABLE TRIGGER USER',
    'UPDATE automatic_withdrawal_runs SET wallet_id = merchant_id',
  ),
  plant(
    'a wallet that was paid out twice on a day',
    'a wallet is paid out by the calendar once a day',
    'DROP INDEX uq_automatic_withdrawal_runs_day',
    `INSERT INTO automatic_withdrawal_runs (merchant_id, id, wallet_id, day, source, outcome, at)
     SELECT merchant_id, gen_random_uuid(), wallet_id, day, 'calendar', 'nothing_to_send', at
       FROM automatic_withdrawal_runs, generate_series(1, 2)`,
  ),
  plant(
    'a withdrawal that was cancelled and nobody was told',
    'a withdrawal is as its last event told it',
    `UPDATE withdrawals SET status = 'cancelled', failed_at = NULL, failure_code = NULL, cancelled_at = now() WHERE id = ${one('failed')}`,
  ),
];

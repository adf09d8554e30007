import { changedSince, type Invariant } from '../../common/invariants';

/** What must be true of wallets that are paid out by themselves (money contract §12). */
export const automaticInvariants: readonly Invariant[] = [
  {
    name: 'an automatic withdrawal is of one run, and of its wallet',
    sql: `SELECT w.merchant_id, w.id AS withdrawal_id, w.source, r.id AS run_id
            FROM withdrawals w
            LEFT JOIN automatic_withdrawal_runs r ON r.merchant_id = w.merchant_id AND r.withdrawal_id = w.id
           WHERE ${changedSince('w.updated_at')}
             AND ((w.source = 'automatic') <> (r.id IS NOT NULL) OR r.wallet_id <> w.wallet_id)`,
  },
  {
    name: 'a wallet is paid out by the calendar once a day',
    sql: `SELECT r.merchant_id, r.wallet_id, r.day, count(*) AS runs
            FROM automatic_withdrawal_runs r
           WHERE r.source = 'calendar' AND ${changedSince('r.at')}
           GROUP BY r.merchant_id, r.wallet_id, r.day HAVING count(*) > 1`,
  },
];

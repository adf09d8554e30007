import { changedSince, type Invariant } from '../common/invariants';

/** What must be true of wallets and their owners (money contract §12). */
export const walletInvariants: readonly Invariant[] = [
  {
    name: 'every merchant, and every submerchant that was active once, has its wallet',
    sql: `SELECT id AS merchant_id, id AS wallet_id FROM merchants m
           WHERE NOT EXISTS (SELECT 1 FROM wallets w WHERE w.merchant_id = m.id AND w.id = m.id)
          UNION ALL
          SELECT merchant_id, id FROM submerchants s
           WHERE s.activated_at IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM wallets w WHERE w.merchant_id = s.merchant_id AND w.id = s.id)`,
  },
  {
    name: 'a wallet is its owner’s: its name, its tax number, and active or not',
    sql: `SELECT w.merchant_id, w.id AS wallet_id, w.owner_type, w.state
            FROM wallets w
            JOIN merchants m ON m.id = w.merchant_id
            LEFT JOIN submerchants s ON s.merchant_id = w.merchant_id AND s.id = w.id
           WHERE w.is_live <> (m.mode = 'live')
              OR CASE w.owner_type
                 WHEN 'merchant' THEN (w.owner_name, w.owner_tax_id) IS DISTINCT FROM (m.name, m.tax_id)
                 ELSE s.activated_at IS NULL
                   OR (w.owner_name, w.owner_tax_id) IS DISTINCT FROM (coalesce(s.trade_name, s.legal_name), s.tax_id)
                   OR (w.state IN ('active', 'frozen')) IS DISTINCT FROM (s.status = 'active') END`,
  },
  {
    name: 'a transfer was posted, and from and to where it says',
    sql: `SELECT t.merchant_id, t.id AS transfer_id
            FROM transfers t
            LEFT JOIN ledger_transactions l ON l.merchant_id = t.merchant_id AND l.reference = 'transfer:' || t.id
           WHERE ${changedSince('t.created_at')}
             AND (l.id IS NULL OR cardinality(l.account_ids) <> 2 OR 2 <> (
                    SELECT count(*) FROM ledger_accounts a
                     WHERE a.merchant_id = t.merchant_id AND a.name = 'available' AND a.id = ANY(l.account_ids)
                       AND l.amounts_cents[array_position(l.account_ids, a.id)]
                           = CASE a.wallet_id WHEN t.to_wallet_id THEN t.amount_cents WHEN t.merchant_id THEN -t.amount_cents END))`,
  },
  {
    name: 'what was posted as a transfer is one',
    sql: `SELECT l.merchant_id, l.reference FROM ledger_transactions l
           WHERE l.reference LIKE 'transfer:%' AND ${changedSince('l.recorded_at')}
             AND NOT EXISTS (SELECT 1 FROM transfers t
                              WHERE t.merchant_id = l.merchant_id AND l.reference = 'transfer:' || t.id)`,
  },
  {
    name: 'a hold was posted as what it is, and released when that was reversed',
    sql: `SELECT h.merchant_id, h.id AS hold_id, h.amount_cents, h.released_at, l.id AS transaction_id, back.reference
            FROM holds h
            LEFT JOIN ledger_transactions l ON l.merchant_id = h.merchant_id AND l.reference = 'hold:' || h.id
            LEFT JOIN ledger_transactions back ON back.merchant_id = l.merchant_id AND back.reverses_id = l.id
           WHERE ${changedSince('greatest(h.created_at, h.released_at)')}
             AND (l.id IS NULL OR (back.id IS NULL) <> (h.released_at IS NULL) OR cardinality(l.account_ids) <> 2
                  OR 2 <> (SELECT count(*) FROM ledger_accounts a
                            WHERE a.merchant_id = h.merchant_id AND a.wallet_id = h.wallet_id AND a.id = ANY(l.account_ids)
                              AND l.amounts_cents[array_position(l.account_ids, a.id)]
                                  = CASE a.name WHEN 'blocked' THEN h.amount_cents WHEN 'available' THEN -h.amount_cents END))`,
  },
  {
    name: 'what was posted as a hold is one',
    sql: `SELECT l.merchant_id, l.reference FROM ledger_transactions l
           WHERE l.kind = 'hold' AND ${changedSince('l.recorded_at')}
             AND NOT EXISTS (SELECT 1 FROM holds h WHERE h.merchant_id = l.merchant_id
                                AND l.reference IN ('hold:' || h.id, 'hold:' || h.id || ':released'))`,
  },
];

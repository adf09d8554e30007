import { plant, type Plant } from './plant';

const DUE = 'what is due from a provider is what was captured, less what was refunded, disputed and reported';
const POSTED =
  'a line that agrees with the books is posted as it was told, and one that differs when it is resolved';
const ORPHAN = 'no transaction of a report is without its line';
const ONCE = 'what happened is reported once, whole or by its instalments, and never as more than it was';

/** What providers reported, and what became of it in the books. */
export const reconciliation: readonly Plant[] = [
  plant(
    'a report that nobody remembers, though it was posted',
    DUE,
    `DELETE FROM reconciliation_items WHERE posted_at IS NOT NULL AND type = 'payment'`,
  ),
  plant(
    'a fee of a cent more than was posted',
    POSTED,
    `UPDATE reconciliation_items SET fee_cents = fee_cents + 1, net_cents = net_cents - 1
      WHERE posted_at IS NOT NULL AND type = 'payment'`,
  ),
  plant(
    'a line that agrees and is said not to be posted',
    POSTED,
    `UPDATE reconciliation_items SET posted_at = NULL WHERE status = 'matched' AND type = 'payment'`,
  ),
  plant(
    'an adjustment that was posted and never resolved',
    ORPHAN,
    `UPDATE reconciliation_items SET resolution = NULL, note = NULL, resolved_by = NULL, resolved_at = NULL, posted_at = NULL
      WHERE resolution = 'adjust'`,
  ),
  plant(
    'a posted line that is gone',
    ORPHAN,
    `DELETE FROM reconciliation_items WHERE posted_at IS NOT NULL AND type = 'refund'`,
  ),
  plant(
    'two lines for one payment',
    ONCE,
    'DROP INDEX uq_reconciliation_items_cause',
    `UPDATE reconciliation_items i SET cause_id = (
       SELECT o.cause_id FROM reconciliation_items o
        WHERE o.merchant_id = i.merchant_id AND o.type = 'payment' AND o.cause_id IS NOT NULL ORDER BY o.id LIMIT 1)
      WHERE type = 'payment' AND cause_id IS NOT NULL`,
  ),
];

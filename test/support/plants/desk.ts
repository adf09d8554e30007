import { plant, type Plant } from './plant';

const ASKED = 'what two operators carried out was posted as they asked, and nothing before';
const POSTED = 'no adjustment, write-off or reversal is posted that two operators did not ask for';

/** What operators change in books. */
export const desk: readonly Plant[] = [
  plant(
    'an adjustment of a cent more than was posted',
    ASKED,
    `UPDATE money_requests SET amount_cents = amount_cents + 1 WHERE action = 'adjustment' AND outcome = 'carried_out'`,
  ),
  plant(
    'an adjustment the other way round',
    ASKED,
    `UPDATE money_requests SET debit = credit, credit = debit WHERE action = 'adjustment' AND outcome = 'carried_out'`,
  ),
  plant(
    'an adjustment that is said to be carried out, and was not posted',
    ASKED,
    `UPDATE money_requests SET outcome = 'carried_out', ended_at = now(), ended_by = (
       SELECT id FROM operators WHERE id <> requested_by LIMIT 1) WHERE outcome IS NULL`,
  ),
  plant(
    'a reversal of another transaction than was asked for',
    ASKED,
    `UPDATE money_requests SET transaction_id = (SELECT id FROM ledger_transactions LIMIT 1) WHERE action = 'reversal'`,
  ),
  plant(
    'a posted adjustment that waits for a second operator',
    POSTED,
    `UPDATE money_requests SET outcome = NULL, ended_at = NULL, ended_by = NULL WHERE outcome = 'carried_out'`,
  ),
  plant(
    'a posted adjustment that one operator carried out alone',
    POSTED,
    'ALTER TABLE money_requests DROP CONSTRAINT ck_money_requests_outcome',
    `UPDATE money_requests SET ended_by = requested_by WHERE outcome = 'carried_out'`,
  ),
  plant(
    'a posted reversal that nobody asked for',
    POSTED,
    `DELETE FROM money_requests WHERE action = 'reversal'`,
  ),
];

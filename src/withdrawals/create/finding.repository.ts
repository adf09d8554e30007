import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import type { Finding, Withdrawal } from '../withdrawal.entity';

/** What goes to a destination for the first time is looked at above this. */
const FIRST_ABOVE_CENTS = 1_000_000;
const SINCE = `now() - interval '30 days'`;
const FEWEST_DISPUTES = 3;

/**
 * Findings of live withdrawals (money contract §15), read from what other features keep: a suspension from the events of the
 * submerchant's wallet, captures and disputes from the books.
 */
const FINDINGS = `
  SELECT 'first_to_destination' AS finding
   WHERE $4::bigint > ${FIRST_ABOVE_CENTS}
     AND NOT EXISTS (SELECT 1 FROM withdrawals WHERE merchant_id = $1 AND destination_id = $3 AND paid_at IS NOT NULL)
  UNION ALL
  SELECT 'recently_suspended'
   WHERE EXISTS (SELECT 1 FROM submerchant_history
                  WHERE merchant_id = $1 AND submerchant_id = $2 AND type = 'suspended' AND at > ${SINCE})
  UNION ALL
  SELECT 'disputes_high'
    FROM (SELECT count(DISTINCT d.id) AS disputes FROM disputes d
            JOIN dispute_bearers b ON b.merchant_id = d.merchant_id AND b.dispute_id = d.id AND b.wallet_id = $2
           WHERE d.merchant_id = $1 AND d.opened_at > ${SINCE}) opened,
         (SELECT count(DISTINCT charge_id) AS captures FROM receivables
           WHERE merchant_id = $1 AND wallet_id = $2 AND captured_at > ${SINCE}) taken
   WHERE disputes >= ${FEWEST_DISPUTES} AND disputes * 100 > captures`;

/** What about a withdrawal an operator should look at. */
@Injectable()
export class FindingRepository {
  async list(tx: Tx, withdrawal: Withdrawal): Promise<Finding[]> {
    const { merchantId, walletId, destinationId, amountCents } = withdrawal;
    const rows = await tx.query<{ finding: Finding }[]>(FINDINGS, [
      merchantId,
      walletId,
      destinationId,
      amountCents,
    ]);
    return rows.map(({ finding }) => finding);
  }
}

import { charge, LAST_EVENT, OTHER_MERCHANT, plant, type Plant } from './plant';

const SUMS =
  'the parts of a charge sum to its total, its capture, its refunds and what is reserved for refunds';
const FEES =
  'the fees of the parts of a charge sum to its fee, from its capture on, and only who bears fees pays';
const REFUNDS = 'refunds leave every recipient where one refund of those that succeeded would';

/** Takes cents of one part of a charge to the other. */
function shifted(columns: readonly string[], cents: number): string {
  const sets = columns.map(
    (column) => `${column} = ${column} + CASE position WHEN 0 THEN ${cents} ELSE ${-cents} END`,
  );
  return `UPDATE charge_splits SET ${sets.join(', ')} WHERE charge_id = $id`;
}

/** Takes cents of one recipient of the newest refunds of a charge to the other. */
function refundShifted(order: 'ASC' | 'DESC', cents: number): string {
  return `UPDATE refund_splits SET amount_cents = amount_cents + CASE position WHEN 0 THEN ${cents} ELSE ${-cents} END
    WHERE refund_id = (SELECT id FROM refunds WHERE charge_id = $id AND status = 'succeeded' AND amount_cents > 4
                        ORDER BY settled_version ${order} LIMIT 1)`;
}

const COUNTS = 'the counts of charges and the changes not folded yet are the charges that are there';

/** Amounts and parts. */
export const amounts: readonly Plant[] = [
  plant(
    'a charge that lists count twice',
    COUNTS,
    `INSERT INTO charge_count_changes (merchant_id, hour, status, payment_method, change)
     SELECT merchant_id, date_trunc('hour', created_at, 'UTC'), status, payment_method, 1 FROM charges LIMIT 1`,
  ),
  plant(
    'a charge that lists do not count',
    COUNTS,
    'SELECT fold_charge_counts(1000000)',
    "UPDATE charge_counts SET charges = charges - 1 WHERE (merchant_id, span) = (SELECT merchant_id, 'day' FROM charges LIMIT 1) AND charges > 0",
  ),
  plant(
    'a charge that no search finds',
    'a search looks at every charge, as it is',
    'DELETE FROM charge_search WHERE id = (SELECT id FROM charges LIMIT 1)',
  ),
  plant(
    'a charge that is found by another name',
    'a search looks at every charge, as it is',
    `UPDATE charge_search SET search_text = 'bia' WHERE id = (SELECT id FROM charges LIMIT 1)`,
  ),
  charge(
    'a share that is a cent more',
    'part',
    SUMS,
    'UPDATE charge_splits SET share_cents = share_cents + 1 WHERE charge_id = $id AND position = 0',
  ),
  charge(
    'a part that received more than its share',
    'part',
    'no part of a charge exceeds its share or gives back more than it received',
    'ALTER TABLE charge_splits DROP CONSTRAINT ck_charge_splits_amounts',
    'UPDATE charge_splits SET captured_cents = share_cents + 1 WHERE charge_id = $id AND position = 1',
  ),
  charge(
    'a charge of another amount, with its parts',
    'pending',
    'a charge is for what its first event said',
    'UPDATE charges SET amount_cents = amount_cents + 100, total_amount_cents = total_amount_cents + 100 WHERE id = $id',
    'UPDATE charge_splits SET share_cents = share_cents + CASE position WHEN 0 THEN 33 ELSE 67 END WHERE charge_id = $id',
  ),
  charge(
    'a charge of another customer',
    'pending',
    'a charge is for what its first event said',
    `UPDATE charges SET customer = customer || '{"email": "eva@example.com"}' WHERE id = $id`,
  ),
  charge(
    'shares moved between recipients',
    'pending',
    'the shares of a charge follow from its percentages and its total',
    shifted(['share_cents'], 50),
  ),
  charge(
    'percentages that are not the whole',
    'pending',
    'the rules of a charge are all percentages that sum to the whole, or all amounts',
    'UPDATE charge_splits SET percentage_bp = percentage_bp + 1 WHERE charge_id = $id AND position = 1',
  ),
  charge(
    'nobody with the remainder',
    'pending',
    'of a charge one part has the remainder, and somebody is liable and bears the fees',
    'UPDATE charge_splits SET charge_remainder = false WHERE charge_id = $id',
  ),
  charge(
    'two with the remainder',
    'pending',
    'of a charge one part has the remainder, and somebody is liable and bears the fees',
    'DROP INDEX uq_charge_splits_remainder',
    'UPDATE charge_splits SET charge_remainder = true WHERE charge_id = $id',
  ),
  charge(
    'nobody liable',
    'pending',
    'of a charge one part has the remainder, and somebody is liable and bears the fees',
    'UPDATE charge_splits SET liable = false WHERE charge_id = $id',
  ),
  charge(
    'parts of a capture moved between recipients',
    'part',
    'a capture is divided among the recipients as their shares say',
    shifted(['captured_cents'], 7),
  ),
  charge(
    'a single cent of a capture moved',
    'part',
    'a capture is divided among the recipients as their shares say',
    shifted(['captured_cents'], 1),
  ),
  charge(
    'a fee that is a cent more',
    'part',
    FEES,
    'UPDATE charges SET fee_cents = fee_cents + 1 WHERE id = $id',
  ),
  charge(
    'a fee that somebody pays who bears none',
    'part',
    FEES,
    'ALTER TABLE charge_splits DROP CONSTRAINT ck_charge_splits_fee',
    'UPDATE charge_splits SET fee_cents = CASE WHEN charge_processing_fee THEN 0 ELSE 5 END WHERE charge_id = $id',
    'UPDATE charges SET fee_cents = 5 WHERE id = $id',
  ),
  charge(
    'a fee that one of two pays alone',
    'part',
    'a fee is divided among those who bear it as what they captured says',
    `UPDATE charge_splits SET charge_processing_fee = true, fee_cents = CASE position WHEN 0 THEN 9 ELSE 0 END
      WHERE charge_id = $id`,
    'UPDATE charges SET fee_cents = 9 WHERE id = $id',
  ),
  charge(
    'parts of a refund moved, with what was given back',
    'refunded_in_part',
    REFUNDS,
    shifted(['refunded_cents', 'reserved_cents'], 3),
    refundShifted('DESC', 3),
  ),
  charge(
    'parts of two refunds moved against each other',
    'refunded_in_part',
    REFUNDS,
    refundShifted('DESC', 2),
    refundShifted('ASC', -2),
  ),
  charge(
    'parts of a refund that its merchant named moved',
    'refunded_as_named',
    'a refund is as its event told it',
    shifted(['refunded_cents', 'reserved_cents'], 5),
    refundShifted('ASC', 5),
  ),
  charge(
    'what was given back moved between recipients',
    'refunded_in_part',
    'what a recipient gave back is what the refunds took from it',
    shifted(['refunded_cents', 'reserved_cents'], 1),
  ),
  charge(
    'a refund of another amount',
    'refunded',
    'the refunds of a charge sum to what it says was refunded and reserved, and never exceed the capture',
    `UPDATE refunds SET amount_cents = amount_cents + 1 WHERE charge_id = $id`,
  ),
  charge(
    'a part of a refund that is a cent more',
    'refunded',
    'the parts of a refund sum to it',
    'UPDATE refund_splits SET amount_cents = amount_cents + 1 WHERE position = 0 AND refund_id IN (SELECT id FROM refunds WHERE charge_id = $id)',
  ),
  charge(
    'a whole refund less than there was',
    'refunded_in_part',
    LAST_EVENT,
    'UPDATE charges SET amount_refunded_cents = amount_refunded_cents - 1 WHERE id = $id',
  ),
  charge(
    'a charge of another recipient',
    'pending',
    'a charge and its parts go to its own merchant or to submerchants of that merchant',
    'ALTER TABLE charge_splits DROP CONSTRAINT ck_charge_splits_recipient',
    `UPDATE charge_splits SET recipient_id = ${OTHER_MERCHANT} WHERE charge_id = $id AND submerchant_id IS NULL`,
  ),
  charge(
    'another mode than the merchant has',
    'pending',
    'the mode of a charge is that of its merchant and of its provider account, which may be used by that merchant',
    'UPDATE charges SET livemode = true WHERE id = $id',
  ),
];

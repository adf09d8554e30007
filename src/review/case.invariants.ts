import type { Invariant } from '../common/invariants';

export const caseInvariants: readonly Invariant[] = [
  {
    name: 'a decision that waits for a second operator was taken on the present version of a case in review',
    sql: `SELECT first.submerchant_id, first.version, submerchant.version AS present, submerchant.status
          FROM case_first_decisions first JOIN submerchants submerchant ON submerchant.merchant_id = first.merchant_id AND submerchant.id = first.submerchant_id
          WHERE first.version <> submerchant.version OR submerchant.status <> 'pending_review'`,
  },
  {
    name: 'nobody holds a case that is back with its merchant or rejected',
    sql: `SELECT claim.submerchant_id, claim.operator_id, submerchant.status
          FROM case_claims claim JOIN submerchants submerchant ON submerchant.merchant_id = claim.merchant_id AND submerchant.id = claim.submerchant_id
          WHERE submerchant.status IN ('pending', 'rejected')`,
  },
];

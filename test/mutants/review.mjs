/** Onboarding: one decision, two people, one history. */
export default [
  {
    name: "a case is taken over while another operator's claim lives",
    file: 'src/review/claims/case-claim.repository.ts',
    find: '  WHERE claim.operator_id = excluded.operator_id OR claim.expires_at <= excluded.claimed_at\n',
    replace: '',
    specs: ['test/e2e/review-claims.e2e'],
  },
  {
    name: 'one operator completes the own first decision',
    file: 'src/auth/operators/hindrance.rules.ts',
    find: "if (second.id === first.id) return 'same_operator';",
    replace: '',
    specs: ['src/auth/operators/hindrance.rules.spec.ts'],
  },
  {
    name: 'an account completes what its maker began',
    file: 'src/auth/operators/hindrance.rules.ts',
    find: "if (second.makerIds.has(first.id)) return 'maker';",
    replace: '',
    specs: ['src/auth/operators/hindrance.rules.spec.ts'],
  },
  {
    name: 'another decision completes the first one',
    file: 'src/review/four-eyes/four-eyes.rules.ts',
    find: "if (first.decision !== shared) return 'SECOND_DECISION_PENDING';",
    replace: '',
    specs: ['src/review/four-eyes/four-eyes.rules.spec.ts'],
  },
  {
    name: 'a submerchant is changed without its lock',
    file: 'src/submerchants/submerchant.repository.ts',
    find: "return tx.findOne(Submerchant, { where, lock: { mode: 'for_no_key_update' } });",
    replace: 'return tx.findOne(Submerchant, { where });',
    specs: ['test/e2e/submerchants-locks', 'test/e2e/review-decisions'],
  },
  {
    name: 'what becomes of a registration is told to nobody',
    file: 'src/submerchants/submerchant.lifecycle.ts',
    find: 'await this.outbox.append(tx, {',
    replace: 'await Promise.resolve({',
    specs: ['test/e2e/onboarding-status', 'test/e2e/review-decisions'],
  },
  {
    name: 'two writers of the audit log go on from the same entry',
    file: 'src/common/audit/audit-log.ts',
    find: 'FROM audit_head WHERE id = 1 FOR UPDATE',
    replace: 'FROM audit_head WHERE id = 1',
    specs: ['test/e2e/audit-log'],
  },
];

import { defineErrors } from '../common/errors';

export const bookErrors = defineErrors({
  DEBT_TOO_SMALL: { kind: 'rule', message: 'The owner of the wallet owes less than this.' },
  NOT_REVERSIBLE: {
    kind: 'rule',
    message:
      'Adjustments, transfers, write-offs and holds are reversed here; other transactions by what caused them.',
  },
});

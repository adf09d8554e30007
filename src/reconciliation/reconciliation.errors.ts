import { defineErrors } from '../common/errors';

export const reconciliationErrors = defineErrors({
  REPORT_NOT_AVAILABLE: {
    kind: 'unavailable',
    message:
      'The provider does not show this report now. What it told before is kept; it is read again by itself.',
  },
});

import { day, oneOf, pageNumber, readSearch, text, uuid } from '../../app/search';

/** What the log can be narrowed to: all of a kind. */
export const ACTION_KINDS = [
  'case.*',
  'document.*',
  'session.*',
  'totp.*',
  'operator.*',
  'merchant.*',
  'key.*',
  'limits.*',
  'delivery.*',
  'endpoint.*',
  'secrets.*',
  'terms.*',
  'calendar.*',
  'withdrawal.*',
  'anticipation.*',
  'reconciliation.*',
  'wallet.*',
  'hold.*',
  'adjustment.*',
  'write_off.*',
  'reversal.*',
  'portal.*',
  'provider_account.*',
] as const;

export const auditSearch = readSearch({
  action: oneOf(...ACTION_KINDS),
  operator_id: uuid(),
  merchant_id: uuid(),
  target_id: text(200),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

/** What the URL may say. */
export type AuditSearch = ReturnType<typeof auditSearch>;

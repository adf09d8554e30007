import { ApiError, type ErrorDetail } from '../../../api/api-error';
import type { CaseText, Labels } from '../labels';
import { timeText } from '../times';

/** Who decided meanwhile, and how the case stands: the API says it in English and in parts, here it is one sentence. */
export function explain(error: ApiError, labels: Labels, t: CaseText, language: string): ApiError {
  const message = explanation(error, labels, t, language);
  if (message === null) return error;
  const details =
    error.code === 'DOCUMENTS_NOT_APPROVED' ? error.details.map((detail) => inWords(detail, labels)) : [];
  return new ApiError(error.status, error.code, message, error.requestId, details);
}

function explanation(error: ApiError, labels: Labels, t: CaseText, language: string): string | null {
  const detail = (field: string) => error.details.find((known) => known.field === field);
  const time = (field: string) => {
    const at = detail(field)?.message;
    return at === undefined ? '' : timeText(at, language);
  };
  const operator = detail('operator')?.message;
  if (error.code === 'DOCUMENTS_NOT_APPROVED') return t('case:lost.documents');
  if (error.code === 'SECOND_OPERATOR_REQUIRED') return t('case:lost.own');
  if (error.code === 'CASE_CLAIMED' && operator !== undefined)
    return t('case:lost.claimed', { operator, until: time('expires_at') });
  if (error.code === 'SECOND_DECISION_PENDING' && operator !== undefined)
    return detail('decision')?.code === 'approve'
      ? t('case:lost.pendingApprove', { operator })
      : t('case:lost.pendingReject', { operator });
  const step = detail('step');
  const status = detail('status');
  if (step === undefined || status === undefined) return null;
  const what = labels.ofAny('step', step.code);
  return t('case:lost.step', {
    who: operator ?? actorOf(step, t),
    what,
    at: time('at'),
    status: labels.status(status.code),
  });
}

/** `approved, by: system` */
function actorOf({ message }: ErrorDetail, t: CaseText): string {
  const actor = (['merchant', 'operator', 'system'] as const).find((known) => message.endsWith(known));
  return actor === undefined ? '' : t(`case:actor.${actor}`);
}

const PROBLEMS = {
  document_missing: 'missing',
  document_rejected: 'rejected',
  document_expired: 'expired',
  document_pending: 'pending',
} as const;

function inWords({ field, code, message }: ErrorDetail, labels: Labels): ErrorDetail {
  const problem = code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : null;
  return {
    field: labels.ofAny('documentType', field),
    code,
    message: problem === null ? message : labels.of('requirementStatus', problem),
  };
}

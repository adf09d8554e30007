import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error';
import type { Schema } from '../../../api/types';
import type { CaseDetails, Obstacle } from '../work/case-types';
import { type CaseText, type Labels, useLabels } from '../labels';
import { timeText } from '../times';
import { documentText } from './obstacles';

/** What the sentences are made with. */
export interface Speech {
  readonly labels: Labels;
  readonly t: CaseText;
  readonly language: string;
}

export function useSpeech(): Speech {
  const { t, i18n } = useTranslation(['case', 'common']);
  return { labels: useLabels(), t, language: i18n.language };
}

/** Who was faster, and how the case stands: the API says it in parts and in English, here it is one sentence. */
export function explain(error: ApiError, caseDetails: CaseDetails, speech: Speech): ApiError {
  const message = explanation(error, speech);
  if (message === null) return error;
  const obstacles = error.dataOf('DOCUMENTS_NOT_APPROVED')?.obstacles ?? [];
  const details = obstacles.map((obstacle) => ({
    field: documentText(obstacle, caseDetails, speech.labels),
    code: obstacle.code,
    message: problemText(obstacle, speech.labels),
  }));
  return new ApiError(error.status, error.code, message, error.requestId, details);
}

function explanation(error: ApiError, speech: Speech): string | null {
  const { t, language } = speech;
  if (error.code === 'DOCUMENTS_NOT_APPROVED') return t('case:lost.documents');
  const unfit = error.dataOf('SECOND_OPERATOR_REQUIRED');
  if (unfit !== null)
    return unfit.hindrance === 'same_operator'
      ? t('case:lost.own')
      : t(`case:second.hindrance.${unfit.hindrance}`);
  const claimed = error.dataOf('CASE_CLAIMED');
  if (claimed !== null)
    return t('case:lost.claimed', {
      operator: claimed.operator,
      until: timeText(claimed.expires_at, language),
    });
  const first = error.dataOf('SECOND_DECISION_PENDING');
  if (first !== null)
    return first.decision === 'approve'
      ? t('case:lost.pendingApprove', { operator: first.operator })
      : t('case:lost.pendingReject', { operator: first.operator });
  const last = error.dataOf('INVALID_STATE') ?? error.dataOf('STALE_VERSION');
  return last === null ? null : lastChange(last, speech);
}

function lastChange({ status, change }: Schema<'LastChangeData'>, { labels, t, language }: Speech): string {
  return t('case:lost.step', {
    who: change.operator ?? t(`case:actor.${change.actor}`),
    what: labels.ofAny('step', change.type),
    at: timeText(change.at, language),
    status: labels.status(status),
  });
}

const PROBLEMS = {
  document_missing: 'missing',
  document_rejected: 'rejected',
  document_expired: 'expired',
  document_pending: 'pending',
} as const;

function problemText({ code, message }: Obstacle, labels: Labels): string {
  return code in PROBLEMS ? labels.of('requirementStatus', PROBLEMS[code as keyof typeof PROBLEMS]) : message;
}

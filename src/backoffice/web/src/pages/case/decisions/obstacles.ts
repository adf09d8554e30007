import { isolated } from '../../../i18n/isolate';
import type { CaseDetails, Obstacle } from '../work/case-types';
import { hourText } from '../times';
import type { Speech } from './explain';

/** What only the page knows: what the reviewer marked, and what they have not looked at yet. */
export interface OwnObstacles {
  readonly markedFields: number;
  readonly hasChanges: boolean;
}

/** What an approval of the case waits for, in words: what the API says, and what the reviewer has to do first. */
export function obstacleTexts(caseDetails: CaseDetails, own: OwnObstacles, speech: Speech): string[] {
  const { t } = speech;
  return [
    ...(own.hasChanges ? [t('case:obstacle.changes')] : []),
    ...caseDetails.obstacles.map((obstacle) => obstacleText(obstacle, caseDetails, speech)),
    ...(own.markedFields > 0 ? [t('case:obstacle.marked', { count: own.markedFields })] : []),
  ];
}

/** A code without a text does not compile. */
function obstacleText(
  { code, ...of }: Obstacle,
  caseDetails: CaseDetails,
  { t, labels, language }: Speech,
): string {
  return t(`case:obstacle.${code}`, {
    what: documentText(of, caseDetails, labels),
    operator: caseDetails.claim?.operator ?? '',
    until: caseDetails.claim === null ? '' : hourText(caseDetails.claim.expires_at, language),
    status: labels.status(caseDetails.status),
  });
}

/** The type of a document, and whose it is. */
export function documentText(
  { target, legal_representative_id: partnerId }: Pick<Obstacle, 'target' | 'legal_representative_id'>,
  caseDetails: CaseDetails,
  labels: Speech['labels'],
): string {
  const type = labels.ofAny('documentType', target);
  const partner = caseDetails.legal_representatives.find(({ id }) => id === partnerId);
  return partner === undefined ? type : `${type} (${isolated(partner.name)})`;
}

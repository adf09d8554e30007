import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCase } from '../case-context';
import type { CaseDetails, GivenReason } from '../work/case-types';
import { documentName } from '../work/group-documents';
import { type CaseText, type Labels, useLabels } from '../labels';
import { fieldLabel, RECORD_FIELDS } from '../marks/places';

/** Reasons as they were given, each with what it is about. */
export function GivenReasons({ reasons }: { readonly reasons: readonly GivenReason[] }) {
  const { t } = useTranslation(['case', 'common']);
  const { caseDetails } = useCase();
  const labels = useLabels();
  return (
    <List size="sm" spacing={2} listStyleType="disc">
      {reasons.map((reason, index) => {
        const target = targetName(reason.target, caseDetails, labels, t);
        return (
          <List.Item key={index}>
            {target === null ? null : `${target}: `}
            <Text span size="sm" fw={500}>
              {labels.reason(reason.code)}
            </Text>
            {reason.message === null ? null : ` – ${reason.message}`}
          </List.Item>
        );
      })}
    </List>
  );
}

/** A target in words; one that is gone, or unknown here, as it came. */
export function targetName(
  target: string | null,
  caseDetails: CaseDetails,
  labels: Labels,
  t: CaseText,
): string | null {
  if (target === null) return null;
  const document = caseDetails.documents.find(({ id }) => id === target);
  if (document !== undefined) return documentName(document, caseDetails, labels);
  const partner = caseDetails.legal_representatives.find(({ id }) => id === target);
  if (partner !== undefined) return partner.name;
  const field = RECORD_FIELDS.find((known) => known === target);
  return field === undefined ? labels.ofAny('documentType', target) : fieldLabel(field, caseDetails, t);
}

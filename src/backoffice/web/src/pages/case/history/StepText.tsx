import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/values/DateTime';
import { useCase } from '../case-context';
import type { CaseStep, GivenReason } from '../work/case-types';
import { documentName } from '../work/group-documents';
import { type CaseText, type Labels, useLabels } from '../labels';
import { fieldLabel, RECORD_FIELDS } from '../marks/places';
import { readCode } from '../marks/mark';
import { GivenReasons } from '../reasons/GivenReasons';
import type { CaseDetails } from '../work/case-types';

/** What happened, to what, by whom and when: one line, and below it what was said. */
export function StepText({ step }: { readonly step: CaseStep }) {
  const { t } = useTranslation(['case', 'common']);
  const { caseDetails } = useCase();
  const labels = useLabels();
  const what = subjectOf(step, caseDetails, labels, t);
  const said = saidIn(step, caseDetails);
  const who = step.operator ?? t(`case:actor.${step.actor}`);
  return (
    <div>
      <Text size="sm" span fw={500}>
        {labels.ofAny('step', step.type)}
        {what === null ? '' : `: ${what}`}
      </Text>
      <Text size="xs" c="dimmed">
        {who} · <DateTime at={step.at} />
      </Text>
      {said.reasons.length === 0 ? null : <GivenReasons reasons={said.reasons} />}
      {said.text === null ? null : (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {said.text}
        </Text>
      )}
    </div>
  );
}

/** The document, partner or fields that a step is about. */
function subjectOf(
  { details }: CaseStep,
  caseDetails: CaseDetails,
  labels: Labels,
  t: CaseText,
): string | null {
  const {
    document_id: documentId,
    document_type: type,
    legal_representative_id: partnerId,
    fields,
  } = details;
  const document = caseDetails.documents.find(({ id }) => id === documentId);
  if (document !== undefined) return documentName(document, caseDetails, labels);
  if (typeof type === 'string') return labels.ofAny('documentType', type);
  const partner = caseDetails.legal_representatives.find(({ id }) => id === partnerId);
  if (partner !== undefined) return partner.name;
  if (!Array.isArray(fields)) return null;
  return fields
    .map((name) => {
      const field = RECORD_FIELDS.find((known) => known === name);
      return field === undefined ? String(name) : fieldLabel(field, caseDetails, t);
    })
    .join(', ');
}

interface Said {
  readonly reasons: readonly GivenReason[];
  readonly text: string | null;
}

/** Reasons and notes; the text of an internal note is in the notes, under the id that the step names. */
function saidIn({ details }: CaseStep, caseDetails: CaseDetails): Said {
  const { reasons, rejection, note, note_id: noteId } = details;
  const given = Array.isArray(reasons) ? reasons : rejection === undefined ? [] : [rejection];
  const written = caseDetails.notes.find(({ id }) => id === noteId)?.text;
  return {
    reasons: given.flatMap((reason) => asReason(reason) ?? []),
    text: typeof note === 'string' ? note : (written ?? null),
  };
}

function asReason(value: unknown): GivenReason | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code: given, message, target } = value as Partial<Record<string, unknown>>;
  const code = readCode(given);
  if (code === '') return null;
  return {
    code,
    message: typeof message === 'string' ? message : null,
    target: typeof target === 'string' ? target : null,
  };
}

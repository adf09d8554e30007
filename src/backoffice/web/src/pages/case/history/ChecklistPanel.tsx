import { Anchor, Badge, type MantineColor, Stack, Text } from '@mantine/core';
import { isolated } from '../../../i18n/isolate';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import type { CaseDetails, ChecklistItem } from '../work/case-types';
import { type CaseText, type Labels, useLabels } from '../labels';
import { fieldLabel, RECORD_FIELDS } from '../marks/places';
import { useTab } from '../use-tab';

const COLORS: Readonly<Record<ChecklistItem['status'], MantineColor>> = {
  missing: 'red',
  pending: 'yellow',
  rejected: 'red',
  expired: 'orange',
  recommended: 'gray',
  satisfied: 'green',
};

/** Everything that the registration needs, and how it stands. */
export function ChecklistPanel() {
  const { t } = useTranslation(['case', 'common']);
  const { caseDetails } = useCase();
  const labels = useLabels();
  const done = caseDetails.checklist.filter(({ status }) => status === 'satisfied').length;
  return (
    <Stack gap="sm">
      <div>
        <h2 className={classes.heading}>{t('case:checklist.title')}</h2>
        <Text size="xs" c="dimmed">
          {t('case:checklist.done', { done, total: caseDetails.checklist.length })}
        </Text>
      </div>
      <ul className={classes.checklist}>
        {caseDetails.checklist.map((item) => (
          <li key={`${item.code} ${item.target} ${item.legal_representative_id ?? ''}`}>
            <Icon name={item.status === 'satisfied' ? 'check' : 'minus'} size={15} />
            <div className={classes.checklistText}>
              <Text size="sm">{requirementText(item, caseDetails, labels, t)}</Text>
              <ShowDocument item={item} />
            </div>
            <Badge color={COLORS[item.status]}>{labels.of('requirementStatus', item.status)}</Badge>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function ShowDocument({ item }: { readonly item: ChecklistItem }) {
  const { t } = useTranslation('case');
  const { documents } = useCase();
  const [, chooseTab] = useTab();
  const document = documents.ordered.find(
    ({ type, legal_representative_id }) =>
      type === item.target && legal_representative_id === item.legal_representative_id,
  );
  if (document === undefined) return null;
  const show = (): void => {
    chooseTab('documents');
    documents.choose(document.id);
  };
  return (
    <Anchor component="button" type="button" size="xs" onClick={show}>
      {t('checklist.show')}
    </Anchor>
  );
}

function requirementText(
  { code, target, legal_representative_id: partnerId }: ChecklistItem,
  caseDetails: CaseDetails,
  labels: Labels,
  t: CaseText,
): string {
  if (code === 'legal_representative_required' || code === 'address_required')
    return t(`case:requirement.${code}`);
  if (code === 'field_recommended') {
    const field = RECORD_FIELDS.find((known) => known === target);
    return t('case:requirement.field_recommended', {
      what: field === undefined ? target : fieldLabel(field, caseDetails, t),
    });
  }
  const type = labels.ofAny('documentType', target);
  const partner = caseDetails.legal_representatives.find(({ id }) => id === partnerId);
  return partner === undefined ? type : `${type} (${isolated(partner.name)})`;
}

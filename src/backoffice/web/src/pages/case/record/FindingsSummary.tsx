import { Anchor, Group, List, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon';
import classes from '../Case.module.css';
import { useCase } from '../case-context';
import { documentName } from '../work/group-documents';
import { useLabels } from '../labels';
import { useTab } from '../use-tab';
import { fieldLabel, RECORD_FIELDS } from '../marks/places';
import { showTarget } from './targets';

/** With more of them the record itself would be out of sight. */
const SHOWN = 4;

/** All findings in one place; each leads to what it is about. */
export function FindingsSummary() {
  const { t } = useTranslation(['case', 'common']);
  const { caseDetails } = useCase();
  const labels = useLabels();
  const targets = useTargets();
  const [isOpen, setOpen] = useState(false);
  const { findings } = caseDetails;
  if (findings.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('case:findings.none')}
      </Text>
    );
  }
  return (
    <Paper p="sm" className={classes.summary ?? ''}>
      <Group gap="xs" align="baseline">
        <Title order={2} size="h3">
          {t('case:findings.title', { count: findings.length })}
        </Title>
        <Text size="xs" c="dimmed">
          {t('case:findings.hint')}
        </Text>
      </Group>
      <List listStyleType="none" size="sm" mt={4} spacing={2}>
        {(isOpen ? findings : findings.slice(0, SHOWN)).map(({ code, target }, index) => {
          const place = targets(target);
          return (
            <List.Item key={`${code} ${target} ${index}`} icon={<Icon name="alert" size={14} />}>
              {labels.of('finding', code)}
              {place === null ? null : (
                <>
                  {': '}
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    ta="start"
                    onClick={place.go}
                    aria-label={t('case:findings.goTo', { what: place.name })}
                  >
                    {place.name}
                  </Anchor>
                </>
              )}
            </List.Item>
          );
        })}
      </List>
      {findings.length <= SHOWN ? null : (
        <Anchor
          component="button"
          type="button"
          size="sm"
          mt={4}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('common:action.showLess') : t('common:action.showMore')}
        </Anchor>
      )}
    </Paper>
  );
}

/** What a target is called, and the way there. */
function useTargets(): (target: string) => { name: string; go: () => void } | null {
  const { t } = useTranslation(['case', 'common']);
  const { caseDetails, documents } = useCase();
  const labels = useLabels();
  const [, chooseTab] = useTab();
  return (target) => {
    const document = caseDetails.documents.find(({ id }) => id === target);
    if (document !== undefined) {
      const go = () => {
        chooseTab('documents');
        documents.choose(target);
      };
      return { name: documentName(document, caseDetails, labels), go };
    }
    const partner = caseDetails.legal_representatives.find(({ id }) => id === target);
    const field = RECORD_FIELDS.find((known) => known === target);
    const name = partner?.name ?? (field === undefined ? null : fieldLabel(field, caseDetails, t));
    return name === null ? null : { name, go: () => showTarget(target) };
  };
}

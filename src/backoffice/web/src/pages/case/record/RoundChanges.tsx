import { Anchor, Group, List, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/lists/DataTable';
import { useCase } from '../case-context';
import { documentName, sentSinceDecision, versionsOf } from '../work/group-documents';
import { useLabels } from '../labels';
import { useTab } from '../use-tab';
import classes from '../Case.module.css';
import { useChangeText } from './use-change-text';

/** What another submission changed: what was said before and what is said now, side by side, and the documents that came. */
export function RoundChanges() {
  const { t } = useTranslation('case');
  const { caseDetails } = useCase();
  const text = useChangeText();
  const { round, changes } = caseDetails;
  if (round < 2) return null;
  return (
    <Paper p="sm" className={classes.summary ?? ''} component="section" aria-label={t('since.title')}>
      <Title order={2} size="h3">
        {t('since.title')}
      </Title>
      {changes === null ? (
        <Text size="sm" c="dimmed">
          {t('since.unknown')}
        </Text>
      ) : changes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('since.noFields')}
        </Text>
      ) : (
        <DataTable
          caption={t('since.title')}
          rows={changes.map((change, index) => ({ ...change, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { key: 'field', header: t('since.field'), cell: (change) => text.field(change) },
            {
              key: 'before',
              header: t('since.before'),
              cell: (change) => <del>{text.value(change, change.before)}</del>,
            },
            {
              key: 'after',
              header: t('since.after'),
              cell: (change) => <ins>{text.value(change, change.after)}</ins>,
            },
          ]}
        />
      )}
      <SentDocuments />
    </Paper>
  );
}

/** Each with the way to it, and to the version that was there before. */
function SentDocuments() {
  const { t } = useTranslation('case');
  const { caseDetails, documents } = useCase();
  const labels = useLabels();
  const [, chooseTab] = useTab();
  const sent = sentSinceDecision(caseDetails);
  if (sent.length === 0) return null;
  const show = (id: string): void => {
    chooseTab('documents');
    documents.choose(id);
  };
  return (
    <>
      <Text size="sm" fw={600} mt={6}>
        {t('since.documents', { count: sent.length })}
      </Text>
      <List listStyleType="none" size="sm" spacing={2}>
        {sent.map((document) => {
          const what = documentName(document, caseDetails, labels);
          const before = versionsOf(document, caseDetails)[1];
          return (
            <List.Item key={document.id}>
              <Group gap="xs">
                <Anchor component="button" type="button" size="sm" onClick={() => show(document.id)}>
                  {what}
                </Anchor>
                {before === undefined ? null : (
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    c="dimmed"
                    aria-label={t('since.versionBefore', { what })}
                    onClick={() => show(before.id)}
                  >
                    {t('since.versionShort')}
                  </Anchor>
                )}
              </Group>
            </List.Item>
          );
        })}
      </List>
    </>
  );
}

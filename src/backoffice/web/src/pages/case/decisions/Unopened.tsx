import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCase } from '../case-context';
import { useLabels } from '../labels';
import { useTab } from '../use-tab';
import type { CaseDocument } from '../work/case-types';
import { documentName } from '../work/group-documents';

interface UnopenedProps {
  readonly documents: readonly CaseDocument[];
  /** The ids of those that are to be approved all the same. */
  readonly agreed: readonly string[];
  readonly onAgree: (id: string, isAgreed: boolean) => void;
  readonly showMissing: boolean;
}

/** The documents that nobody has opened here, each asked for by itself. */
export function Unopened({ documents: unopened, agreed, onAgree, showMissing }: UnopenedProps) {
  const { t } = useTranslation('case');
  const { caseDetails, dialog, documents } = useCase();
  const labels = useLabels();
  const [, chooseTab] = useTab();
  if (unopened.length === 0) return null;
  const open = (id: string): void => {
    dialog.close();
    chooseTab('documents');
    documents.choose(id);
  };
  return (
    <Stack gap={6} role="group" aria-label={t('approve.unopened', { count: unopened.length })}>
      <Text size="sm" fw={600}>
        {t('approve.unopened', { count: unopened.length })}
      </Text>
      {unopened.map((document) => {
        const what = documentName(document, caseDetails, labels);
        const isAgreed = agreed.includes(document.id);
        return (
          <Group key={document.id} justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
            <Checkbox
              size="sm"
              label={t('approve.unseen', { what })}
              checked={isAgreed}
              onChange={({ currentTarget }) => onAgree(document.id, currentTarget.checked)}
              error={showMissing && !isAgreed ? t('approve.needUnseen') : undefined}
            />
            <Anchor
              component="button"
              type="button"
              size="sm"
              aria-label={t('approve.openOf', { what })}
              onClick={() => open(document.id)}
            >
              {t('approve.open')}
            </Anchor>
          </Group>
        );
      })}
    </Stack>
  );
}

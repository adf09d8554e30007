import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCase } from '../case-context';
import type { CaseDocument } from '../work/case-types';
import { useLabels } from '../labels';
import { timeText } from '../times';
import { versionsOf } from '../work/group-documents';

/** Replaced versions, one press away. */
export function Versions({ document, name }: { readonly document: CaseDocument; readonly name: string }) {
  const { t, i18n } = useTranslation('case');
  const { caseDetails, documents } = useCase();
  const labels = useLabels();
  const versions = versionsOf(document, caseDetails);
  if (versions.length < 2) return null;
  const text = (version: CaseDocument) =>
    version.replaced_at === null
      ? t('documents.current')
      : `${timeText(version.created_at, i18n.language)} · ${labels.status(version.status)}`;
  return (
    <Group gap={6} role="group" aria-label={t('documents.versions', { what: name })}>
      {versions.map((version) => (
        <Button
          key={version.id}
          size="compact-sm"
          variant={version.id === document.id ? 'light' : 'default'}
          aria-pressed={version.id === document.id}
          onClick={() => documents.choose(version.id)}
        >
          {text(version)}
        </Button>
      ))}
      {caseDetails.left_out.documents === 0 ? null : (
        <Text size="xs" c="dimmed">
          {t('documents.leftOut', { count: caseDetails.left_out.documents })}
        </Text>
      )}
    </Group>
  );
}

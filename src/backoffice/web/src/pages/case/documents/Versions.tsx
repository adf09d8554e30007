import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCase } from '../case-context';
import type { CaseDocument } from '../work/case-types';
import { useVersionText } from './use-version-text';

interface VersionsProps {
  readonly document: CaseDocument;
  readonly versions: readonly CaseDocument[];
  readonly name: string;
}

/** Replaced versions, one press away. */
export function Versions({ document, versions, name }: VersionsProps) {
  const { t } = useTranslation('case');
  const { caseDetails, documents } = useCase();
  const text = useVersionText();
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

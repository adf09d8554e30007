import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { Identifier } from '../../components/values/Identifier';

/** Whether every entry is as it was written; asked when the page opens, and again by a button. */
export function ChainVerdict() {
  const { t } = useTranslation('audit');
  const query = useResource('/v1/review/audit/verify', {});
  if (query.isError) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton h={64} aria-label={t('chain.checking')} role="img" />;
  return <Verdict verdict={query.data} again={() => void query.refetch()} isChecking={query.isFetching} />;
}

interface VerdictProps {
  readonly verdict: Schema<'AuditVerdictResponse'>;
  readonly again: () => void;
  readonly isChecking: boolean;
}

function Verdict({ verdict, again, isChecking }: VerdictProps) {
  const { t } = useTranslation('audit');
  const { valid, entries, first_broken: broken, head } = verdict;
  return (
    <Alert
      color={valid ? 'green' : 'red'}
      variant="light"
      role={valid ? 'status' : 'alert'}
      icon={<Icon name={valid ? 'check' : 'alert'} />}
      title={valid ? t('chain.valid', { count: entries }) : t('chain.broken')}
    >
      <Group justify="space-between" gap="xs">
        {broken === null ? (
          <Group gap={6}>
            <Text size="sm">{t('chain.head')}</Text>
            {head === null ? null : <Identifier value={head.mac} what={t('chain.head')} />}
          </Group>
        ) : (
          <Text size="sm">
            {t('chain.brokenAt', { sequence: broken.sequence })} {t(`breach.${broken.reason}`)}
          </Text>
        )}
        <Button size="compact-xs" variant="default" onClick={again} loading={isChecking}>
          {t('chain.again')}
        </Button>
      </Group>
    </Alert>
  );
}

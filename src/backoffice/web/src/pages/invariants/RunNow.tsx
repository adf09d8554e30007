import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { DateTime } from '../../components/values/DateTime';
import { useAbilities } from '../../session/session';
import { useShortcut } from '../../shortcuts/use-shortcut';

/** Asks for all rules to be read now; until each has been, it says since when a run is asked for. */
export function RunNow({ rules }: { readonly rules: readonly Item<'/v1/review/invariants'>[] }) {
  const { t } = useTranslation('invariants');
  const { mayMoveMoney } = useAbilities();
  const run = useChange('post', '/v1/review/invariants/run', { refresh: ['/v1/review/invariants'] });
  const ask = (): void => run.mutate({});
  useShortcut('r', t('run'), ask, { enabled: mayMoveMoney && !run.isPending });
  if (!mayMoveMoney) return null;
  const askedAt = run.data?.requested_at;
  const unread = askedAt === undefined ? 0 : rules.filter(({ last_run_at }) => last_run_at < askedAt).length;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {askedAt === undefined ? null : unread === 0 && rules.length > 0 ? (
          t('done')
        ) : (
          <>
            {t('askedFor')} <DateTime at={askedAt} />
          </>
        )}
      </Text>
      <Button size="xs" leftSection={<Icon name="refresh" size={14} />} loading={run.isPending} onClick={ask}>
        {t('run')}
      </Button>
      <ErrorAlert error={run.error} />
    </>
  );
}

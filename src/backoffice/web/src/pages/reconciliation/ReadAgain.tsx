import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/use-api';
import type { Schema } from '../../api/types';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { notify } from '../../components/notify';
import { useAbilities } from '../../session/session';
import { useShortcut } from '../../shortcuts/use-shortcut';

interface ReadAgainProps {
  readonly day: Pick<Schema<'ReconciliationResponse'>, 'provider' | 'date'>;
}

/** Has the report of a day read once more: what is new is added. */
export function ReadAgain({ day: { provider, date } }: ReadAgainProps) {
  const { t } = useTranslation('reconciliation');
  const { mayMoveMoney } = useAbilities();
  const read = useChange('post', '/v1/review/reconciliations', {
    refresh: ['/v1/review/reconciliations'],
    onSuccess: ({ status }) => notify(t(status === 'read' ? 'read.done' : 'read.goesOn')),
  });
  const ask = (): void => read.mutate({ body: { provider, date } });
  useShortcut('r', t('read.action'), ask, { enabled: mayMoveMoney && !read.isPending });
  if (!mayMoveMoney) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="refresh" size={14} />}
        loading={read.isPending}
        onClick={ask}
      >
        {t('read.action')}
      </Button>
      <ErrorAlert error={read.error} />
    </>
  );
}

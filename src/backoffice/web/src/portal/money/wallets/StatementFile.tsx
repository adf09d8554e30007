import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from '../../../api/client';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { Icon } from '../../../components/Icon';
import type { statementQuery } from '../../../components/money/entries/BalanceOverTime';
import { saveFile } from '../../../components/save-file';

interface StatementFileProps {
  readonly id: string;
  readonly period: ReturnType<typeof statementQuery>;
}

/** The entries of the period that is shown, as a file. */
export function StatementFile({ id, period }: StatementFileProps) {
  const { t } = useTranslation('portal-money');
  const path = '/v1/wallets/{id}/statement.csv';
  const save = useMutation({
    mutationFn: async () => {
      const file = await send('GET', path, { path: { id }, query: period, parseAs: 'blob' });
      saveFile(
        file as Blob,
        `${t('statement.file')}-${period.account}-${period.date_from}-${period.date_to}.csv`,
      );
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={save.isPending}
        onClick={() => save.mutate()}
        leftSection={<Icon name="download" size={14} />}
      >
        {t('statement.download')}
      </Button>
      <ErrorAlert error={save.error} />
    </>
  );
}

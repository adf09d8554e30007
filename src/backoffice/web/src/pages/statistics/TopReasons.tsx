import { BarsList } from '@mantine/charts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { NumbersSection } from '../../components/numbers/NumbersSection';

type Reason = Schema<'ReasonCountResponse'>;

/** What registrations were rejected or sent back for. */
export function TopReasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const { t } = useTranslation(['statistics', 'common']);
  const label = ({ code }: Reason): string => t(`common:reason.codes.${code}`);
  return (
    <NumbersSection
      isBeside
      title={t('section.reasons')}
      fileName="top-reasons"
      rows={reasons}
      rowKey={({ code }) => code}
      empty={t('noReasons')}
      columns={[
        { key: 'code', header: t('column.reason'), cell: label, csv: ({ code }) => code },
        {
          key: 'count',
          header: t('column.decisions'),
          align: 'right',
          cell: ({ count }) => count,
          csv: ({ count }) => count,
        },
      ]}
      chart={
        reasons.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noReasons')}
          </Text>
        ) : (
          <BarsList
            data={reasons.map((reason) => ({ name: label(reason), value: reason.count }))}
            barTextColor="var(--mantine-color-text)"
            barColor="light-dark(var(--mantine-color-ink-1), var(--mantine-color-ink-9))"
          />
        )
      }
    />
  );
}

import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** How many differences nobody has resolved. */
export function OpenDifferences({ count }: { readonly count: number }) {
  const { t, i18n } = useTranslation('reconciliation');
  return count === 0 ? (
    <Badge color="green">{t('noDifferences')}</Badge>
  ) : (
    <Badge color="red">{t('openCount', { number: count.toLocaleString(i18n.language) })}</Badge>
  );
}

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../Icon';

/** The receipt as a file: browsers download it by themselves, with the session's cookie. */
export function ReceiptFile({ of: path }: { readonly of: `/v1/${string}/${string}` }) {
  const { t } = useTranslation('withdrawals');
  return (
    <Button
      component="a"
      href={`${path}/receipt.pdf`}
      download
      variant="default"
      leftSection={<Icon name="download" size={16} />}
    >
      {t('receipt')}
    </Button>
  );
}

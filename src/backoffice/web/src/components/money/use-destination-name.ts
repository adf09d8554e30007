import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';

type Destination = Schema<'DestinationResponse'>;

/** A destination in one line, masked: `E-mail p***@example.com`, `001 · 1 · ***45-6`. */
export function useDestinationName(): (destination: Destination) => string {
  const { t } = useTranslation('money');
  return ({ pix_key_type, pix_key, bank_code, ispb, branch, account, account_digit }) =>
    pix_key_type === null
      ? t('destination.account', {
          bank: bank_code ?? ispb ?? '',
          branch: branch ?? '',
          account: `${account ?? ''}-${account_digit ?? ''}`,
        })
      : `${t(`destination.key.${pix_key_type}`)} ${pix_key ?? ''}`;
}

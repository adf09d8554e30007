import { useTranslation } from 'react-i18next';
import { notify } from '../../../components/notify';

const REFRESHED = ['/v1/review/wallets', '/v1/review/books', '/v1/review/money-requests'];

/** What follows on a request that takes two operators: it is kept, or carried out when another one asked for the same. */
export function useAsked(onClose: () => void) {
  const { t } = useTranslation('wallets');
  return {
    refresh: REFRESHED,
    onSuccess: ({ status }: { readonly status: string }) => {
      notify(status === 'carried_out' ? t('asked.done') : t('asked.kept'));
      onClose();
    },
  };
}

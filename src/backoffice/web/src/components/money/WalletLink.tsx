import { useTranslation } from 'react-i18next';
import { TextLink } from '../links';

/** The way to a recipient's wallet, under its name where that is known. */
export function WalletLink({ id, name }: { readonly id: string; readonly name: string | null | undefined }) {
  const { t } = useTranslation('money');
  return (
    <TextLink to="/wallets/$id" params={{ id }} size="sm" title={t('wallet')}>
      {name ?? id}
    </TextLink>
  );
}

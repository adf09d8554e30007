import { useTranslation } from 'react-i18next';
import { useResource } from '../../api/use-api';
import { TextLink } from '../../components/links';
import { portalLink } from '../links';

/** Whose wallet it is, with the way to it. */
export function WalletName({ id }: { readonly id: string }) {
  const { t } = useTranslation('wallets');
  const wallet = useResource('/v1/wallets/{id}', { path: { id } }).data;
  return (
    <TextLink {...portalLink('/wallets/$id', { id })} size="sm" title={t('wallet')}>
      {wallet?.owner.name ?? t('wallet')}
    </TextLink>
  );
}

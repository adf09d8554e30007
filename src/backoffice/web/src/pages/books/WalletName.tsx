import { useResource } from '../../api/use-api';
import { WalletLink } from '../../components/money/WalletLink';

/** Whose wallet an account is of; a dash for the book's own. */
export function WalletName({ id }: { readonly id: string | null }) {
  const wallet = useResource(
    '/v1/review/wallets/{id}',
    { path: { id: id ?? '' } },
    { enabled: id !== null },
  ).data;
  return id === null ? <>–</> : <WalletLink id={id} name={wallet?.owner.name} />;
}

import { Alert, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { Page } from '../../components/Page';
import { usePolling } from '../../components/use-polling';
import { StatusBadge } from '../../components/values/StatusBadge';
import { LinkRow } from '../LinkRow';
import { portalLink } from '../links';
import { useId } from '../use-route';
import { MoneyNotice } from './MoneyNotice';

export type Wallet = Item<'/v1/wallets'>;

interface WalletFrameProps {
  /** What this page is of the wallet. */
  readonly page: 'statement' | 'receivables' | 'destinations' | 'withdraw' | 'anticipate';
  readonly children: (wallet: Wallet) => ReactNode;
}

const REFRESH_MS = 20_000;

/** Every page of one wallet: whose it is, the way to its other pages, whether money may leave it. */
export function WalletFrame({ page, children }: WalletFrameProps) {
  const { t } = useTranslation(['portal-money', 'wallets']);
  const id = useId();
  const query = useResource(
    '/v1/wallets/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const wallet = query.data;
  return (
    <Page
      title={
        wallet === undefined
          ? t(`of.${page}`)
          : t('pageOf', { page: t(`of.${page}`), name: wallet.owner.name })
      }
      aside={wallet === undefined ? null : <StatusBadge of="wallet" status={wallet.status} />}
    >
      <LinkRow
        label={t('ofWallet')}
        links={[
          {
            link: portalLink('/wallets/$id', { id }),
            text: t('of.statement'),
            icon: 'wallets',
            isExact: true,
          },
          {
            link: portalLink('/wallets/$id/receivables', { id }),
            text: t('of.receivables'),
            icon: 'charges',
          },
          {
            link: portalLink('/wallets/$id/destinations', { id }),
            text: t('of.destinations'),
            icon: 'providers',
          },
          { link: portalLink('/wallets/$id/withdraw', { id }), text: t('of.withdraw'), icon: 'withdrawals' },
          {
            link: portalLink('/wallets/$id/anticipate', { id }),
            text: t('of.anticipate'),
            icon: 'anticipations',
          },
        ]}
      />
      <MoneyNotice />
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {wallet === undefined ? (
        query.isError ? null : (
          <Skeleton h={400} />
        )
      ) : (
        <>
          {wallet.frozen_reason === null ? null : (
            <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={t('frozen')}>
              {t(`wallets:frozenReason.${wallet.frozen_reason}`)}
            </Alert>
          )}
          {children(wallet)}
        </>
      )}
    </Page>
  );
}

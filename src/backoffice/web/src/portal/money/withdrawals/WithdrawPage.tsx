import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useList, useResource } from '../../../api/use-api';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { TextLink } from '../../../components/links';
import { Section } from '../../../components/Section';
import { Fact, Facts } from '../../../components/values/Facts';
import { Money } from '../../../components/values/Money';
import { portalLink } from '../../links';
import { useMayMoveMoney } from '../../session';
import { type Wallet, WalletFrame } from '../WalletFrame';
import { type Options, WithdrawForm } from './WithdrawForm';

/** As many destinations as a wallet may have, and more (money contract §12). */
const LIMIT = 50;

/** Sends money of a wallet to one of its destinations. */
export function WithdrawPage() {
  return <WalletFrame page="withdraw">{(wallet) => <Withdraw wallet={wallet} />}</WalletFrame>;
}

function Withdraw({ wallet: { id } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation(['portal-money', 'wallets']);
  const mayMove = useMayMoveMoney();
  const options = useResource('/v1/withdrawals/options', { query: { wallet_id: id } });
  const destinations = useList('/v1/wallets/{id}/destinations', {
    path: { id },
    query: { status: 'active', limit: LIMIT },
  });
  return (
    <Section
      title={t('withdraw.title')}
      aside={
        <TextLink {...portalLink('/withdrawals', undefined, { wallet_id: id })} size="sm">
          {t('withdraw.all')}
        </TextLink>
      }
    >
      <ErrorAlert error={options.error} retry={() => void options.refetch()} />
      <ErrorAlert error={destinations.error} retry={() => void destinations.refetch()} />
      {options.data === undefined || destinations.data === undefined ? (
        options.isError || destinations.isError ? null : (
          <Skeleton h={200} />
        )
      ) : (
        <>
          <Limits options={options.data} />
          {!mayMove ? null : destinations.data.items.length === 0 ? (
            <Text size="sm">
              {t('withdraw.noDestination')}{' '}
              <TextLink {...portalLink('/wallets/$id/destinations', { id })} size="sm">
                {t('withdraw.toDestinations')}
              </TextLink>
            </Text>
          ) : (
            <WithdrawForm walletId={id} options={options.data} destinations={destinations.data.items} />
          )}
        </>
      )}
    </Section>
  );
}

/** How much may leave, and within which limits. */
function Limits({ options: { withdrawable, minimum, limits } }: { readonly options: Options }) {
  const { t } = useTranslation(['portal-money', 'wallets']);
  return (
    <Facts label={t('withdraw.limits')}>
      <Fact name={t('wallets:fact.withdrawable')}>
        <Money cents={withdrawable} />
      </Fact>
      <Fact name={t('withdraw.minimum')}>
        <Money cents={minimum} />
      </Fact>
      {limits.daily_amount_left === null ? null : (
        <Fact name={t('withdraw.amountLeft')}>
          <Money cents={limits.daily_amount_left} />
        </Fact>
      )}
      <Fact name={t('withdraw.countLeft')}>{limits.daily_count_left}</Fact>
    </Facts>
  );
}

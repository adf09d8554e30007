import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/use-api';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { TextLink } from '../../../components/links';
import { Section } from '../../../components/Section';
import { MoneyInput } from '../../../components/values/MoneyInput';
import { portalLink } from '../../links';
import { type Wallet, WalletFrame } from '../WalletFrame';
import { Simulation, type Wanted } from './Simulation';

const TIMEFRAMES = ['start', 'end'] as const;

/** What receivables would bring today, what that costs, and the request for exactly that. */
export function AnticipatePage() {
  return <WalletFrame page="anticipate">{(wallet) => <Anticipate wallet={wallet} />}</WalletFrame>;
}

function Anticipate({ wallet: { id } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation(['portal-money', 'anticipations']);
  const [isAll, setAll] = useState(true);
  const [payout, setPayout] = useState<number | undefined>();
  const [timeframe, setTimeframe] = useState<(typeof TIMEFRAMES)[number]>('start');
  const [isTried, setTried] = useState(false);
  const simulate = useChange('post', '/v1/anticipations/simulate');
  const isMissing = !isAll && (payout === undefined || payout === 0);
  const wanted: Wanted =
    isAll || payout === undefined ? { wallet_id: id } : { wallet_id: id, payout, timeframe };
  // What was simulated is of what was asked then: another wish needs another simulation.
  const anew = (change: () => void) => {
    change();
    simulate.reset();
  };
  return (
    <Stack gap="md">
      <Section
        title={t('anticipate.title')}
        description={t('anticipate.hint')}
        aside={
          <TextLink {...portalLink('/anticipations', undefined, { wallet_id: id })} size="sm">
            {t('anticipate.all')}
          </TextLink>
        }
      >
        <Stack
          component="form"
          gap="sm"
          maw={560}
          {...{ noValidate: true }}
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (!isMissing) simulate.mutate({ body: wanted });
          }}
        >
          <Radio.Group
            label={t('anticipate.how')}
            value={isAll ? 'all' : 'payout'}
            onChange={(chosen) => anew(() => setAll(chosen === 'all'))}
          >
            <Stack gap={6} mt={6}>
              <Radio value="all" label={t('anticipate.everything')} />
              <Radio value="payout" label={t('anticipate.some')} />
            </Stack>
          </Radio.Group>
          {isAll ? null : (
            <>
              <MoneyInput
                label={t('anticipate.payout')}
                description={t('anticipate.payoutHint')}
                required
                value={payout}
                onChange={(cents) => anew(() => setPayout(cents))}
                error={isTried && isMissing ? t('anticipate.needPayout') : undefined}
              />
              <NativeSelect
                label={t('anticipate.order')}
                value={timeframe}
                onChange={({ currentTarget }) =>
                  anew(() => setTimeframe(TIMEFRAMES.find((one) => one === currentTarget.value) ?? 'start'))
                }
                data={TIMEFRAMES.map((value) => ({ value, label: t(`anticipations:timeframe.${value}`) }))}
              />
            </>
          )}
          <Group>
            <Button type="submit" variant="default" loading={simulate.isPending}>
              {t('anticipate.simulate')}
            </Button>
          </Group>
          <ErrorAlert error={simulate.error} />
        </Stack>
      </Section>
      {simulate.data === undefined ? null : <Simulation wanted={wanted} simulation={simulate.data} />}
    </Stack>
  );
}

import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ChangeParts, Outcome } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { DataTable } from '../../../components/lists/DataTable';
import { notify } from '../../../components/notify';
import { moneyColumn } from '../../../components/queues/columns';
import { Section } from '../../../components/Section';
import { addDays } from '../../../components/values/days';
import { Day } from '../../../components/values/DateTime';
import { Fact, Facts } from '../../../components/values/Facts';
import { formatReais, Money } from '../../../components/values/Money';
import { portalLink } from '../../links';
import { useMayMoveMoney } from '../../session';

export type Wanted = ChangeParts<'post', '/v1/anticipations'>['body'];
type Simulated = Outcome<'post', '/v1/anticipations/simulate'>;
type Part = Simulated['items'][number];

interface SimulationProps {
  /** What was asked for. */
  readonly wanted: Wanted;
  readonly simulation: Simulated;
}

/** What an anticipation would be of and cost, and the request for it. */
export function Simulation({ wanted, simulation }: SimulationProps) {
  const { t } = useTranslation(['portal-money', 'anticipations']);
  const mayMove = useMayMoveMoney();
  const { items, count } = simulation;
  return (
    <Section
      title={t('anticipate.result')}
      aside={mayMove ? <RequestIt wanted={wanted} simulation={simulation} /> : undefined}
    >
      <div role="status">
        <SimulationFacts simulation={simulation} />
      </div>
      {items.length < count ? (
        <Text size="sm" c="dimmed">
          {t('anticipate.first', { shown: items.length, count })}
        </Text>
      ) : null}
      <DataTable
        caption={t('anticipations:section.receivables')}
        rows={items}
        rowKey={({ receivable_id }) => receivable_id}
        columns={[
          {
            key: 'due',
            header: t('anticipations:column.due'),
            // The days are counted from the day of payment to the due date (money contract §16).
            cell: ({ days }) => <Day date={addDays(simulation.payment_date, days)} />,
            keepTogether: true,
          },
          moneyColumn<Part>('net', t('anticipations:column.net'), ({ net }) => net),
          { key: 'days', header: t('anticipations:column.days'), align: 'right', cell: ({ days }) => days },
          moneyColumn<Part>('fee', t('anticipations:column.fee'), ({ fee }) => fee),
          moneyColumn<Part>('payout', t('anticipations:column.payout'), ({ payout }) => payout),
        ]}
      />
    </Section>
  );
}

function SimulationFacts({ simulation }: { readonly simulation: Simulated }) {
  const { t, i18n } = useTranslation(['anticipations', 'portal-money']);
  const number = (value: number): string => value.toLocaleString(i18n.language);
  return (
    <Facts label={t('section.anticipation')}>
      <Fact name={t('fact.amount')}>
        <Money cents={simulation.amount} />
      </Fact>
      <Fact name={t('column.fee')}>
        <Money cents={simulation.fee} />
      </Fact>
      <Fact name={t('column.payout')}>
        <Money cents={simulation.payout} />
      </Fact>
      <Fact name={t('column.paymentDate')}>
        <Day date={simulation.payment_date} />
      </Fact>
      <Fact name={t('fact.monthly')}>
        {t('perMonth', { percentage: number(simulation.monthly_percentage) })}
      </Fact>
      <Fact name={t('portal-money:anticipate.count')}>{number(simulation.count)}</Fact>
      <Fact name={t('fact.average')}>{number(simulation.average_days)}</Fact>
    </Facts>
  );
}

function RequestIt({ wanted, simulation }: SimulationProps) {
  const { t, i18n } = useTranslation(['portal-money', 'anticipations']);
  const navigate = useNavigate();
  const [isOpen, dialog] = useDisclosure(false);
  const request = useChange('post', '/v1/anticipations', {
    refresh: ['/v1/wallets', '/v1/receivables', '/v1/anticipations'],
    onSuccess: async ({ id }) => {
      notify(t('anticipate.done'));
      await navigate(portalLink('/anticipations/$id', { id }) as never);
    },
  });
  return (
    <>
      <Button size="xs" onClick={dialog.open}>
        {t('anticipate.request')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('anticipate.confirmTitle', {
          payout: formatReais(simulation.payout / 100, i18n.language),
        })}
        confirm={t('anticipate.confirm')}
        isPending={request.isPending}
        error={request.error}
        onConfirm={() => request.mutate({ body: exactly(wanted, simulation) })}
      >
        <Text size="sm">{t('anticipate.confirmText')}</Text>
        <SimulationFacts simulation={simulation} />
        {request.error?.code === 'ANTICIPATION_CHANGED' ? (
          <Text size="sm">{t('anticipate.changed')}</Text>
        ) : null}
      </ConfirmDialog>
    </>
  );
}

/**
 * The request for what was simulated: its receivables, its day, and at most its fee. More receivables than a request may name
 * are chosen as they were for the simulation.
 */
function exactly(wanted: Wanted, { items, count, fee, payment_date }: Simulated): Wanted {
  const { wallet_id } = wanted;
  const which =
    items.length === count ? { wallet_id, receivable_ids: items.map((item) => item.receivable_id) } : wanted;
  return { ...which, payment_date, max_fee: fee };
}

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item, Resource } from '../../../api/types';
import { useChange } from '../../../api/use-api';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useDestinationName } from '../../../components/money/use-destination-name';
import { notify } from '../../../components/notify';
import { Fact, Facts } from '../../../components/values/Facts';
import { formatReais, Money } from '../../../components/values/Money';
import { MoneyInput } from '../../../components/values/MoneyInput';
import { useNow } from '../../../components/values/use-now';
import { isUsable } from '../destinations/UsableFrom';
import { portalLink } from '../../links';

export type Options = Resource<'/v1/withdrawals/options'>;
type Destination = Item<'/v1/wallets/{id}/destinations'>;

interface WithdrawFormProps {
  readonly walletId: string;
  readonly options: Options;
  readonly destinations: readonly Destination[];
}

const MAX_DESCRIPTION = 140;

/** Amount and destination; what it costs and what is left is shown while it is typed and again before it is asked for. */
export function WithdrawForm({ walletId, options, destinations }: WithdrawFormProps) {
  const { t, i18n } = useTranslation(['portal-money', 'money', 'withdrawals', 'common']);
  const navigate = useNavigate();
  const now = useNow();
  const usable = destinations.filter((one) => isUsable(one, now));
  const [chosenId, setChosenId] = useState('');
  const [amount, setAmount] = useState<number | undefined>();
  const [description, setDescription] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const destination = usable.find(({ id }) => id === chosenId) ?? usable.find((one) => one.is_default);
  // Here and not in the dialog: whoever closes it after no answer came and confirms again repeats the same request.
  const withdraw = useChange('post', '/v1/withdrawals', {
    refresh: ['/v1/wallets', '/v1/withdrawals'],
    onSuccess: async ({ id }) => {
      notify(t('withdraw.done'));
      await navigate(portalLink('/withdrawals/$id', { id }) as never);
    },
  });
  const fee = destination === undefined ? 0 : feeOf(options, destination);
  const problem = problemOf(amount, fee, options);
  const review = (): void => {
    setTried(true);
    if (problem === null && destination !== undefined) setAsking(true);
  };
  const sums = (
    <Sums amount={amount ?? 0} fee={fee} withdrawable={options.withdrawable} destination={destination} />
  );
  return (
    <Stack
      component="form"
      gap="sm"
      maw={560}
      // What is missing is said by the page, in its language.
      {...{ noValidate: true }}
      onSubmit={(event) => {
        event.preventDefault();
        review();
      }}
    >
      <DestinationChoice
        destinations={destinations}
        now={now}
        value={destination?.id ?? ''}
        onChange={setChosenId}
        error={isTried && destination === undefined ? t('withdraw.needDestination') : undefined}
      />
      <Group gap="xs" align="flex-end">
        <MoneyInput
          label={t('withdraw.amount')}
          description={t('withdraw.amountHint')}
          required
          value={amount}
          onChange={setAmount}
          error={isTried && problem !== null ? t(`withdraw.problem.${problem}`) : undefined}
        />
        <Button variant="default" onClick={() => setAmount(largest(options, fee))}>
          {t('withdraw.everything')}
        </Button>
      </Group>
      <TextInput
        label={t('withdrawals:fact.description')}
        description={t('withdraw.descriptionHint')}
        maxLength={MAX_DESCRIPTION}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <div role="status">{amount === undefined ? null : sums}</div>
      <Group>
        <Button type="submit">{t('withdraw.review')}</Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('withdraw.confirmTitle', { amount: formatReais((amount ?? 0) / 100, i18n.language) })}
        confirm={t('withdraw.confirm')}
        isPending={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => {
          if (amount === undefined || destination === undefined) return;
          const text = description.trim();
          withdraw.mutate({
            body: {
              wallet_id: walletId,
              amount,
              destination_id: destination.id,
              ...(text === '' ? {} : { description: text }),
            },
          });
        }}
      >
        {sums}
      </ConfirmDialog>
    </Stack>
  );
}

interface DestinationChoiceProps {
  readonly destinations: readonly Destination[];
  readonly now: number;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}

function DestinationChoice({ destinations, now, value, onChange, error }: DestinationChoiceProps) {
  const { t } = useTranslation(['portal-money', 'money']);
  const nameOf = useDestinationName();
  return (
    <NativeSelect
      label={t('money:destination.title')}
      required
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t('destination.choose'), disabled: true },
        ...destinations.map((one) => ({
          value: one.id,
          label: isUsable(one, now) ? nameOf(one) : t('withdraw.notYet', { name: nameOf(one) }),
          disabled: !isUsable(one, now),
        })),
      ]}
    />
  );
}

interface SumsProps {
  readonly amount: number;
  readonly fee: number;
  readonly withdrawable: number;
  readonly destination: Destination | undefined;
}

/** What arrives, what it costs, what leaves the wallet, and what is left to withdraw. */
function Sums({ amount, fee, withdrawable, destination }: SumsProps) {
  const { t } = useTranslation(['portal-money', 'money', 'withdrawals']);
  const nameOf = useDestinationName();
  return (
    <Facts label={t('withdraw.sums')}>
      <Fact name={t('money:destination.title')}>
        {destination === undefined ? null : nameOf(destination)}
      </Fact>
      <Fact name={t('withdraw.amount')}>
        <Money cents={amount} />
      </Fact>
      <Fact name={t('withdrawals:fact.fee')}>
        <Money cents={fee} />
      </Fact>
      <Fact name={t('withdrawals:fact.total')}>
        <Money cents={amount + fee} />
      </Fact>
      <Fact name={t('withdraw.left')}>
        <Money cents={withdrawable - amount - fee} />
      </Fact>
    </Facts>
  );
}

/** A Pix key is paid by Pix, an account by what the provider has (money contract §15). */
function feeOf({ methods }: Options, { type }: Destination): number {
  const byTed = type === 'bank_account' && methods.some(({ method, enabled }) => method === 'ted' && enabled);
  return methods.find(({ method }) => method === (byTed ? 'ted' : 'pix'))?.fee ?? 0;
}

/** The most that may be asked for: what the limits leave, and what is left of the balance for the fee. */
function largest({ maximum, withdrawable }: Options, fee: number): number {
  return Math.max(0, Math.min(maximum, withdrawable - fee));
}

/** Why an amount cannot be asked for; the API says the rest. */
function problemOf(
  amount: number | undefined,
  fee: number,
  { withdrawable, minimum }: Options,
): 'missing' | 'tooSmall' | 'tooMuch' | null {
  if (amount === undefined || amount === 0) return 'missing';
  if (amount < minimum) return 'tooSmall';
  return amount + fee > withdrawable ? 'tooMuch' : null;
}

import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { AutomaticFacts } from './destinations/AutomaticFacts';
import { TextLink } from '../../components/links';
import { DateTime, Day } from '../../components/values/DateTime';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { Money } from '../../components/values/Money';

/** Whose wallet it is, and what limits it. */
export function WalletFacts({ wallet }: { readonly wallet: Schema<'OperatorWalletResponse'> }) {
  const { t } = useTranslation('wallets');
  const { owner, merchant_id, next_settlement: next, frozen_reason: reason } = wallet;
  const merchant = useResource('/v1/review/merchants/{id}', { path: { id: merchant_id } }).data;
  return (
    <Facts label={t('section.wallet')}>
      <Fact name={t('column.owner')}>
        {owner.type === 'merchant' ? (
          <bdi>{owner.name}</bdi>
        ) : (
          <TextLink to="/cases/$id" params={{ id: wallet.id }} size="sm">
            {owner.name}
          </TextLink>
        )}
      </Fact>
      <Fact name={t('column.type')}>{t(`owner.${owner.type}`)}</Fact>
      <Fact name={t('fact.merchant')}>
        <TextLink to="/merchants/$id" params={{ id: merchant_id }} size="sm">
          {merchant?.name ?? merchant_id}
        </TextLink>
      </Fact>
      <Fact name={t('fact.taxId')}>{owner.tax_id}</Fact>
      <Fact name={t('fact.nextSettlement')}>
        {next === null ? null : (
          <>
            <Money cents={next.amount} /> {t('fact.nextOn')} <Day date={next.due_date} />
          </>
        )}
      </Fact>
      <AutomaticFacts automatic={wallet.automatic_withdrawal} />
      <Fact name={t('fact.debtLimit')}>
        {wallet.debt_limit === null ? t('unbounded') : <Money cents={wallet.debt_limit} />}
      </Fact>
      {reason === null ? null : <Fact name={t('fact.frozenReason')}>{t(`frozenReason.${reason}`)}</Fact>}
      <Fact name={t('fact.created')}>
        <DateTime at={wallet.created_at} />
      </Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={wallet.id} what={t('fact.id')} />
      </Fact>
    </Facts>
  );
}

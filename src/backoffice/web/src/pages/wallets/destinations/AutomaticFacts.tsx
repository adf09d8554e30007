import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { TextLink } from '../../../components/links';
import { DateTime, Day } from '../../../components/values/DateTime';
import { Fact } from '../../../components/values/Facts';

const WEEKDAYS = ['1', '2', '3', '4', '5'] as const;

/** When the wallet is paid out by itself, and what came of the last time. */
export function AutomaticFacts({
  automatic,
}: {
  readonly automatic: Schema<'OperatorWalletResponse'>['automatic_withdrawal'];
}) {
  const { t } = useTranslation('wallets');
  if (automatic === null) return <Fact name={t('automatic.fact')}>{t('automatic.none')}</Fact>;
  const { frequency, day, next_date: next, last_run: last } = automatic;
  const weekday = WEEKDAYS.find((one) => one === String(day));
  const named = frequency === 'weekly' && weekday !== undefined ? t(`automatic.weekday.${weekday}`) : day;
  return (
    <>
      <Fact name={t('automatic.fact')}>
        {t(`automatic.${frequency}`, { day: named })}, {t('automatic.next')} <Day date={next} />
      </Fact>
      {last === null ? null : (
        <Fact name={t('automatic.last')}>
          {last.withdrawal_id === null ? (
            t(`automatic.outcome.${last.outcome}`, { code: last.code ?? '' })
          ) : (
            <TextLink to="/withdrawals/$id" params={{ id: last.withdrawal_id }} size="sm">
              {t(`automatic.outcome.${last.outcome}`)}
            </TextLink>
          )}{' '}
          <DateTime at={last.at} />
        </Fact>
      )}
    </>
  );
}

import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { TextLink } from '../../components/links';
import { DateTime } from '../../components/values/DateTime';
import { DueLabel } from '../../components/values/DueLabel';
import { Fact, Facts } from '../../components/values/Facts';
import { Identifier } from '../../components/values/Identifier';
import { Money } from '../../components/values/Money';

/** What is wanted back, why, until when it can be answered, and what is held for it now. */
export function DisputeFacts({ dispute }: { readonly dispute: Schema<'OperatorDisputeDetailResponse'> }) {
  const { t } = useTranslation(['disputes', 'money']);
  const { respond_by: respondBy } = dispute;
  return (
    <Facts label={t('section.dispute')}>
      <Fact name={t('column.kind')}>{t(`money:disputeKind.${dispute.kind}`)}</Fact>
      <Fact name={t('column.respondBy')}>
        {respondBy === null ? (
          t('noDeadline')
        ) : (
          <Group gap="xs">
            <DateTime at={respondBy} />
            {dispute.status === 'open' ? <DueLabel at={respondBy} /> : null}
          </Group>
        )}
      </Fact>
      <Fact name={t('fact.reason')}>{dispute.reason === null ? null : <bdi>{dispute.reason}</bdi>}</Fact>
      <Fact name={t('column.amount')}>
        <Money cents={dispute.amount} />
      </Fact>
      <Fact name={t('fact.blocked')}>
        <Money cents={dispute.blocked_amount} />
      </Fact>
      <Fact name={t('fact.debited')}>
        <Money cents={dispute.debited_amount} />
      </Fact>
      <Fact name={t('fact.fee')}>
        <Money cents={dispute.fee} />
      </Fact>
      <Fact name={t('column.merchant')}>
        <TextLink to="/merchants/$id" params={{ id: dispute.merchant_id }} size="sm">
          {dispute.merchant_name}
        </TextLink>
      </Fact>
      <Fact name={t('column.opened')}>
        <DateTime at={dispute.opened_at} />
      </Fact>
      <Fact name={t('fact.closed')}>
        <DateTime at={dispute.closed_at} />
      </Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={dispute.id} what={t('fact.id')} />
      </Fact>
    </Facts>
  );
}

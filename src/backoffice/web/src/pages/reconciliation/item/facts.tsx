import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useResource } from '../../../api/use-api';
import { TextLink } from '../../../components/links';
import { DateTime, Day } from '../../../components/values/DateTime';
import { Fact, Facts } from '../../../components/values/Facts';
import { Identifier } from '../../../components/values/Identifier';
import { Money } from '../../../components/values/Money';

interface ItemProps {
  readonly item: Schema<'ReconciliationItemResponse'>;
}

/** What the books have of it. */
export function OurSide({ item: { expected } }: ItemProps) {
  const { t } = useTranslation('reconciliation');
  if (expected === null) return <Nothing text={t('nothingHere')} />;
  return (
    <Facts label={t('column.ours')}>
      <Fact name={t('column.gross')}>
        <Money cents={expected.gross} />
      </Fact>
      <Fact name={t('column.date')}>
        <Day date={expected.date} />
      </Fact>
    </Facts>
  );
}

/** What the provider told of it, and how much that is more or less than the books have. */
export function TheirSide({ item: { expected, reported } }: ItemProps) {
  const { t } = useTranslation('reconciliation');
  if (reported === null) return <Nothing text={t('nothingThere')} />;
  const more = expected === null ? 0 : reported.gross - expected.gross;
  return (
    <Facts label={t('column.theirs')}>
      <Fact name={t('column.gross')}>
        <Money cents={reported.gross} />
      </Fact>
      <Fact name={t('column.date')}>
        <Day date={reported.date} />
      </Fact>
      {more === 0 ? null : (
        <Fact name={t(more > 0 ? 'fact.more' : 'fact.less')}>
          <Text span size="sm" fw={600}>
            <Money cents={Math.abs(more)} />
          </Text>
        </Fact>
      )}
      <Fact name={t('column.fee')}>
        <Money cents={reported.fee} />
      </Fact>
      <Fact name={t('column.net')}>
        <Money cents={reported.net} />
      </Fact>
      <Fact name={t('fact.line')}>
        <Identifier value={reported.line_id} what={t('fact.line')} />
      </Fact>
    </Facts>
  );
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

/** What and whose it is. */
export function About({ item }: ItemProps) {
  const { t } = useTranslation('reconciliation');
  const { merchant_id: merchantId, reference, installment } = item;
  const merchant = useResource(
    '/v1/review/merchants/{id}',
    { path: { id: merchantId ?? '' } },
    { enabled: merchantId !== null },
  ).data;
  return (
    <Facts label={t('section.about')}>
      <Fact name={t('fact.merchant')}>
        {merchantId === null ? (
          t('nobody')
        ) : (
          <TextLink to="/merchants/$id" params={{ id: merchantId }} size="sm">
            {merchant?.name ?? merchantId}
          </TextLink>
        )}
      </Fact>
      <Fact name={t('column.about')}>
        <Resource item={item} />
      </Fact>
      {installment === null ? null : <Fact name={t('fact.installment')}>{installment}</Fact>}
      <Fact name={t('column.reference')}>
        {reference === null ? null : <Identifier value={reference} what={t('column.reference')} />}
      </Fact>
      <Fact name={t('fact.posted')}>
        {item.posted_as === null ? null : <Identifier value={item.posted_as} what={t('fact.posted')} />}
      </Fact>
    </Facts>
  );
}

/** The way to what it is about; a refund has no page of its own. */
function Resource({ item: { resource } }: ItemProps) {
  const { t } = useTranslation('reconciliation');
  if (resource === null) return '–';
  const { type, id } = resource;
  const name = t(`resource.${type}`);
  if (type === 'refund') return <Identifier value={id} what={name} />;
  const to = { charge: '/charges/$id', dispute: '/disputes/$id', withdrawal: '/withdrawals/$id' } as const;
  return (
    <TextLink to={to[type]} params={{ id }} size="sm">
      {name}
    </TextLink>
  );
}

/** How it was resolved, by whom and why. */
export function Resolution({ item }: ItemProps) {
  const { t } = useTranslation('reconciliation');
  return (
    <Facts label={t('section.resolution')}>
      <Fact name={t('column.resolution')}>
        {item.resolution === null ? null : t(`resolution.${item.resolution}`)}
      </Fact>
      <Fact name={t('fact.resolvedAt')}>
        <DateTime at={item.resolved_at} />
      </Fact>
      <Fact name={t('fact.by')}>{item.resolved_by}</Fact>
      <Fact name={t('fact.note')}>
        <bdi>{item.note}</bdi>
      </Fact>
    </Facts>
  );
}

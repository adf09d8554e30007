import { Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { TextLink } from '../../components/links';

type Target = NonNullable<Schema<'AuditEntryResponse'>['target']>;

interface TargetLinkProps {
  readonly target: Target;
  /** Whose book and wallets it is about. */
  readonly merchantId: string | null;
}

/** What an entry is about, by its name where it has one, and the way there where it has a page. */
export function TargetLink({ target, merchantId }: TargetLinkProps) {
  const { t } = useTranslation('terms');
  const { id, type } = target;
  const name =
    type === 'term' && target.name !== null
      ? t(`kind.${target.name as 'limits'}`, { defaultValue: target.name })
      : target.name;
  const link = targetPage(target, merchantId);
  const shown =
    name === null ? (
      <Text size="xs" c="dimmed" ff="monospace" span>
        {id}
      </Text>
    ) : (
      <bdi>{name}</bdi>
    );
  return link === null ? (
    shown
  ) : (
    <TextLink {...link} size="sm">
      {shown}
    </TextLink>
  );
}

/** The page of what an entry is about, or the one that shows it; null where there is none. */
export function targetPage(
  { type, id, submerchant_id }: Target,
  merchantId: string | null,
): LinkProps | null {
  switch (type) {
    case 'submerchant':
      return { to: '/cases/$id', params: { id } };
    case 'document':
      return submerchant_id === null
        ? null
        : { to: '/cases/$id', params: { id: submerchant_id }, search: { document: id } };
    case 'merchant':
      return { to: '/merchants/$id', params: { id } };
    case 'delivery':
      return { to: '/deliveries/$id', params: { id } };
    case 'endpoint':
      return { to: '/deliveries/endpoints/$id', params: { id } };
    case 'wallet':
      return { to: '/wallets/$id', params: { id } };
    case 'withdrawal':
      return { to: '/withdrawals/$id', params: { id } };
    case 'anticipation':
      return { to: '/anticipations/$id', params: { id } };
    case 'destination':
      return ownerLink(submerchant_id ?? merchantId);
    case 'portal_session':
      if (submerchant_id !== null) return { to: '/cases/$id', params: { id: submerchant_id } };
      return merchantId === null ? null : { to: '/merchants/$id', params: { id: merchantId } };
    case 'ledger_transaction':
      return merchantId === null ? null : { to: '/books/$merchantId/$id', params: { merchantId, id } };
    case 'operator':
      return { to: '/operators' };
    case 'provider_account':
      return { to: '/providers' };
    case 'term':
      return { to: '/terms' };
    default:
      return null;
  }
}

/** The wallet of a destination: it has its owner's id. */
function ownerLink(id: string | null): LinkProps | null {
  return id === null ? null : { to: '/wallets/$id', params: { id } };
}

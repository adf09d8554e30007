import { Text } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { Schema } from '../../api/types';
import { TextLink } from '../../components/links';

type Target = NonNullable<Schema<'AuditEntryResponse'>['target']>;

/** What an entry is about, by its name where it has one, and the way there where it has a page. */
export function TargetLink({ target }: { readonly target: Target }) {
  const { name, id } = target;
  const link = linkOf(target);
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

function linkOf({ type, id, submerchant_id }: Target): LinkProps | null {
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
    default:
      return null;
  }
}

import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { formatReais } from '../../components/values/Money';

type Delivery = Schema<'OperatorDeliveryDetailResponse'>;

/** Whatever people call things by, in this order. */
const NAMING = [
  'trade_name',
  'legal_name',
  'file_name',
  'url',
  'nickname',
  'holder_name',
  'pix_key',
  'account',
];

/** What a delivery tells of: in words, and the way to its page where there is one. */
export interface NamedResource {
  readonly name: string;
  readonly link: LinkProps | null;
}

/** Reads the name from the very body that was sent: a name may have changed since, what was told has not. */
export function useNamedResource(): (delivery: Delivery) => NamedResource {
  const { t, i18n } = useTranslation('deliveries');
  return ({ event, resource_id: id, request_body }) => {
    const kind = event.split('.')[0] ?? '';
    const payload = payloadOf(request_body, kind);
    const text = (field: string): string | null => {
      const value = payload[field];
      return typeof value === 'string' && value !== '' ? value : null;
    };
    const cents = payload.total_amount ?? payload.amount ?? payload.requested_amount;
    const amount = typeof cents === 'number' ? formatReais(cents / 100, i18n.language) : null;
    const name = NAMING.map(text).find((value) => value !== null) ?? ownerOf(payload) ?? amount;
    const link = linkOf(kind, id, text);
    return {
      name:
        name === null
          ? id
          : t('resource', { kind: t(`kind.${kind as 'charge'}`, { defaultValue: kind }), name }),
      link,
    };
  };
}

function payloadOf(body: string, kind: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (JSON.parse(body) as Record<string, unknown>)[kind];
    return typeof payload === 'object' && payload !== null ? { ...payload } : {};
  } catch {
    // A body that was cut, or is none of ours: the id is all there is.
    return {};
  }
}

/** Of a wallet. */
function ownerOf({ owner }: Readonly<Record<string, unknown>>): string | null {
  if (typeof owner !== 'object' || owner === null || !('name' in owner)) return null;
  return typeof owner.name === 'string' ? owner.name : null;
}

function linkOf(kind: string, id: string, text: (field: string) => string | null): LinkProps | null {
  switch (kind) {
    case 'charge':
      return { to: '/charges/$id', params: { id } };
    case 'submerchant':
      return { to: '/cases/$id', params: { id } };
    case 'document': {
      const submerchantId = text('submerchant_id');
      return submerchantId === null
        ? null
        : { to: '/cases/$id', params: { id: submerchantId }, search: { document: id } };
    }
    // They have no page of their own: that of their wallet shows them.
    case 'destination':
    case 'settlement': {
      const walletId = text('wallet_id');
      return walletId === null ? null : { to: '/wallets/$id', params: { id: walletId } };
    }
    case 'withdrawal':
      return { to: '/withdrawals/$id', params: { id } };
    case 'anticipation':
      return { to: '/anticipations/$id', params: { id } };
    case 'dispute':
      return { to: '/disputes/$id', params: { id } };
    case 'wallet':
      return { to: '/wallets/$id', params: { id } };
    case 'endpoint':
      return { to: '/deliveries/endpoints/$id', params: { id } };
    default:
      return null;
  }
}

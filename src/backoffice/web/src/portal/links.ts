import type { LinkProps } from '@tanstack/react-router';

export type PortalPath =
  | '/'
  | '/closed'
  | '/sellers'
  | '/sellers/$id'
  | '/charges'
  | '/charges/$id'
  | '/wallets'
  | '/wallets/$id'
  | '/wallets/$id/receivables'
  | '/wallets/$id/destinations'
  | '/wallets/$id/withdraw'
  | '/wallets/$id/anticipate'
  | '/withdrawals'
  | '/withdrawals/$id'
  | '/anticipations'
  | '/anticipations/$id'
  | '/notifications'
  | '/notifications/$id'
  | '/endpoints'
  | '/keys';

/** A link of the portal. The router that the types know is the desk's: this is the one place that says otherwise. */
export function portalLink(
  to: PortalPath,
  params?: { readonly id: string },
  search?: Readonly<Record<string, string>>,
): LinkProps {
  return {
    to,
    ...(params === undefined ? {} : { params }),
    ...(search === undefined ? {} : { search }),
  } as unknown as LinkProps;
}

import type { IconName } from '../components/Icon';

/** The pages in the navigation, in its order. A page builder adds a line here and one in routes.tsx. */
export const NAVIGATION = [
  { to: '/queue', text: 'navigation.queue', icon: 'queue', admin: false },
  { to: '/merchants', text: 'navigation.merchants', icon: 'merchants', admin: false },
  { to: '/charges', text: 'navigation.charges', icon: 'charges', admin: false },
  { to: '/disputes', text: 'navigation.disputes', icon: 'disputes', admin: false },
  { to: '/wallets', text: 'navigation.wallets', icon: 'wallets', admin: false },
  { to: '/withdrawals', text: 'navigation.withdrawals', icon: 'withdrawals', admin: false },
  { to: '/anticipations', text: 'navigation.anticipations', icon: 'anticipations', admin: false },
  { to: '/books', text: 'navigation.books', icon: 'books', admin: false },
  { to: '/reconciliation', text: 'navigation.reconciliation', icon: 'reconciliation', admin: false },
  { to: '/invariants', text: 'navigation.invariants', icon: 'invariants', admin: false },
  { to: '/deliveries', text: 'navigation.deliveries', icon: 'deliveries', admin: false },
  { to: '/providers', text: 'navigation.providers', icon: 'providers', admin: false },
  { to: '/terms', text: 'navigation.terms', icon: 'terms', admin: false },
  { to: '/statistics', text: 'navigation.statistics', icon: 'statistics', admin: false },
  { to: '/audit', text: 'navigation.audit', icon: 'audit', admin: true },
  { to: '/operators', text: 'navigation.operators', icon: 'operators', admin: true },
  { to: '/settings', text: 'navigation.settings', icon: 'settings', admin: false },
] as const satisfies readonly {
  to: string;
  text: `navigation.${string}`;
  icon: IconName;
  admin: boolean;
}[];

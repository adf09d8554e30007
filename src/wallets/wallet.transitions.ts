import { defineTransitions } from '../common/state-machine';

export const WALLET_STATUSES = ['active', 'frozen'] as const;
export type WalletStatus = (typeof WALLET_STATUSES)[number];

export const FROZEN_REASONS = ['submerchant_not_active', 'operator'] as const;
export type FrozenReason = (typeof FROZEN_REASONS)[number];

export type WalletState = 'active' | 'owner_not_active' | 'frozen' | 'frozen_not_active';
export type WalletTrigger = 'open' | 'freeze' | 'unfreeze' | 'stop_owner' | 'restart_owner';

/**
 * Two things freeze a wallet, each by itself: an operator, and an owner that is not active. A state for both at once, so
 * that the one that ends leaves the other (money contract §12).
 */
export const walletTransitions = defineTransitions<WalletState, WalletTrigger>(
  'wallet',
  [
    { from: null, on: 'open', to: 'active' },
    { from: 'active', on: 'freeze', to: 'frozen' },
    { from: 'frozen', on: 'unfreeze', to: 'active' },
    { from: 'active', on: 'stop_owner', to: 'owner_not_active' },
    { from: 'owner_not_active', on: 'restart_owner', to: 'active' },
    { from: 'owner_not_active', on: 'freeze', to: 'frozen_not_active' },
    { from: 'frozen_not_active', on: 'unfreeze', to: 'owner_not_active' },
    { from: 'frozen', on: 'stop_owner', to: 'frozen_not_active' },
    { from: 'frozen_not_active', on: 'restart_owner', to: 'frozen' },
  ],
  (state) => {
    const { status, frozenReason } = shownState(state);
    return frozenReason === null ? status : `${status} (${frozenReason})`;
  },
);

/** What the API shows of a state; of two reasons the operator's, which the owner's activation does not end. */
const SHOWN: Readonly<Record<WalletState, { status: WalletStatus; frozenReason: FrozenReason | null }>> = {
  active: { status: 'active', frozenReason: null },
  owner_not_active: { status: 'frozen', frozenReason: 'submerchant_not_active' },
  frozen: { status: 'frozen', frozenReason: 'operator' },
  frozen_not_active: { status: 'frozen', frozenReason: 'operator' },
};

export function shownState(state: WalletState): (typeof SHOWN)[WalletState] {
  return SHOWN[state];
}

/** The states that show as one of these statuses. */
export function statesOf(statuses: readonly string[]): WalletState[] {
  return walletTransitions.statuses.filter((state) => statuses.includes(SHOWN[state].status));
}

export function isOwnerActive(state: WalletState): boolean {
  return state === 'active' || state === 'frozen';
}

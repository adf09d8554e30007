import {
  isOwnerActive,
  shownState,
  statesOf,
  walletTransitions,
  type WalletState,
} from './wallet.transitions';

const { statuses, allows, next } = walletTransitions;

describe('the states of a wallet (money contract §12)', () => {
  it.each(statuses)('%s: each of the two reasons begins or ends, and leaves the other as it is', (state) => {
    const isFrozen = state === 'frozen' || state === 'frozen_not_active';
    expect(allows(state, 'freeze')).toBe(!isFrozen);
    expect(allows(state, 'unfreeze')).toBe(isFrozen);
    expect(allows(state, 'stop_owner')).toBe(isOwnerActive(state));
    expect(allows(state, 'restart_owner')).toBe(!isOwnerActive(state));
    const operator = isFrozen ? 'unfreeze' : 'freeze';
    const owner = isOwnerActive(state) ? 'stop_owner' : 'restart_owner';
    expect(isOwnerActive(next(state, operator))).toBe(isOwnerActive(state));
    expect(next(next(state, operator), owner)).toBe(next(next(state, owner), operator));
  });

  it('refuses by what is shown, not by what it is called inside', () => {
    expect(() => next('frozen_not_active', 'freeze')).toThrow('The wallet is frozen (operator): this is not');
    expect(() => next('owner_not_active', 'unfreeze')).toThrow(
      'The wallet is frozen (submerchant_not_active): this is not possible in that status.',
    );
  });

  it('shows as frozen with the reason that lasts longer', () => {
    const shown = (state: WalletState): string => Object.values(shownState(state)).map(String).join(' ');
    expect(statuses.map((state) => `${state}: ${shown(state)}`).sort()).toEqual([
      'active: active null',
      'frozen: frozen operator',
      'frozen_not_active: frozen operator',
      'owner_not_active: frozen submerchant_not_active',
    ]);
    expect(statesOf(['active'])).toEqual(['active']);
    expect(statesOf(['frozen']).sort()).toEqual(['frozen', 'frozen_not_active', 'owner_not_active']);
  });
});

import { defineEvents } from '../common/events';
import { WalletResponse } from './wallet.response';

const BALANCE = {
  available: 0,
  waiting_funds: 20_000,
  in_transit: 0,
  blocked: 0,
  reserve: 0,
  debt: 0,
  withdrawable: 0,
};

/** Money contract §20, Events. */
export const WALLET_EVENTS = defineEvents(
  { field: 'wallet', resource: () => WalletResponse },
  {
    'wallet.frozen': {
      text: 'A wallet was frozen: nothing leaves it until its frozen_reason ends.',
      example: { status: 'frozen', frozen_reason: 'operator' },
    },
    'wallet.unfrozen': {
      text: 'A wallet is active again.',
      example: { status: 'active', frozen_reason: null },
    },
    'wallet.debt_opened': {
      text: 'The owner of a wallet owes: what becomes available pays it first.',
      example: { balance: { ...BALANCE, debt: 1_500 } },
    },
    'wallet.debt_settled': {
      text: 'The owner of a wallet owes nothing any more.',
      example: { balance: { ...BALANCE, available: 8_500, withdrawable: 8_500 } },
    },
  },
);

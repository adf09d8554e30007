import { defineEvents } from '../common/events';
import { WalletResponse } from './wallet.response';

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
  },
);

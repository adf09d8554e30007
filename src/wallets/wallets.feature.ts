import { defineFeature } from '../common/features';
import { OwnerWalletsModule } from './owners/owner-wallets.module';
import { WALLET_EVENTS } from './wallet.events';
import { walletInvariants } from './wallet.invariants';
import { WalletsModule } from './wallets.module';

export const walletsFeature = defineFeature({
  name: 'wallets',
  api: [WalletsModule],
  worker: [OwnerWalletsModule],
  commandLine: [OwnerWalletsModule],
  invariants: walletInvariants,
  rateLimit: { queries: ['/v1/wallets'] },
  events: [WALLET_EVENTS],
});

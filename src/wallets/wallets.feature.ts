import { defineFeature } from '../common/features';
import { OwnerWalletsModule } from './owners/owner-wallets.module';
import { WALLET_EVENTS } from './wallet.events';
import { walletInvariants } from './wallet.invariants';
import { WalletsWorkerModule } from './wallets-worker.module';
import { DeleteOldRunsTask } from './automatic/delete-old-runs.task';
import { RecoverDebtsTask } from './debt/recover-debts.task';
import { ReleaseHoldsTask } from './holds/release-holds.task';
import { WalletsModule } from './wallets.module';

export const walletsFeature = defineFeature({
  name: 'wallets',
  api: [WalletsModule],
  worker: [WalletsWorkerModule],
  commandLine: [OwnerWalletsModule],
  tasks: [RecoverDebtsTask, ReleaseHoldsTask, DeleteOldRunsTask],
  invariants: walletInvariants,
  rateLimit: { queries: ['/v1/wallets'] },
  events: [WALLET_EVENTS],
});

import { Module } from '@nestjs/common';
import { RecoverDebtsTask } from './debt/recover-debts.task';
import { RecoverDebtsUseCase } from './debt/recover-debts.use-case';
import { ReleaseDueHoldsUseCase } from './holds/release-due-holds.use-case';
import { ReleaseHoldsTask } from './holds/release-holds.task';
import { OwnerWalletsModule } from './owners/owner-wallets.module';
import { WalletsCoreModule } from './wallets-core.module';

/** Wallets as the worker sees them: debts are paid and holds end by the clock. */
@Module({
  imports: [WalletsCoreModule, OwnerWalletsModule],
  providers: [RecoverDebtsUseCase, RecoverDebtsTask, ReleaseDueHoldsUseCase, ReleaseHoldsTask],
  exports: [RecoverDebtsTask, ReleaseHoldsTask],
})
export class WalletsWorkerModule {}

import { Module } from '@nestjs/common';
import { DeleteOldRunsTask } from './automatic/delete-old-runs.task';
import { RecoverDebtsTask } from './debt/recover-debts.task';
import { RecoverDebtsUseCase } from './debt/recover-debts.use-case';
import { ReleaseDueHoldsUseCase } from './holds/release-due-holds.use-case';
import { ReleaseHoldsTask } from './holds/release-holds.task';
import { OwnerWalletsModule } from './owners/owner-wallets.module';
import { WalletsCoreModule } from './wallets-core.module';

/** Wallets as the worker sees them: debts are paid, holds end and old runs go by the clock. */
@Module({
  imports: [WalletsCoreModule, OwnerWalletsModule],
  providers: [
    DeleteOldRunsTask,
    RecoverDebtsUseCase,
    RecoverDebtsTask,
    ReleaseDueHoldsUseCase,
    ReleaseHoldsTask,
  ],
  exports: [DeleteOldRunsTask, RecoverDebtsTask, ReleaseHoldsTask],
})
export class WalletsWorkerModule {}

import { Module } from '@nestjs/common';
import { RecoverDebtsTask } from './debt/recover-debts.task';
import { RecoverDebtsUseCase } from './debt/recover-debts.use-case';
import { OwnerWalletsModule } from './owners/owner-wallets.module';
import { WalletsCoreModule } from './wallets-core.module';

/** Wallets as the worker sees them: debts are paid by the clock. */
@Module({
  imports: [WalletsCoreModule, OwnerWalletsModule],
  providers: [RecoverDebtsUseCase, RecoverDebtsTask],
  exports: [RecoverDebtsTask],
})
export class WalletsWorkerModule {}

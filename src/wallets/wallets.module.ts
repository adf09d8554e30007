import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { EntriesController } from './entries/entries.controller';
import { EntryReader } from './entries/entry.reader';
import { HoldReader } from './holds/hold.reader';
import { OperatorHoldsController } from './holds/operator-holds.controller';
import { PlaceHoldUseCase } from './holds/place-hold.use-case';
import { ReleaseHoldUseCase } from './holds/release-hold.use-case';
import { FreezeWalletUseCase } from './operators/freeze-wallet.use-case';
import { OperatorWalletsController } from './operators/operator-wallets.controller';
import { SetDebtLimitUseCase } from './operators/set-debt-limit.use-case';
import { OwnerWalletsModule } from './owners/owner-wallets.module';
import { StatementReader } from './statement/statement.reader';
import { StatementsController } from './statement/statements.controller';
import { CreateTransferUseCase } from './transfers/create-transfer.use-case';
import { TransferReader } from './transfers/transfer.reader';
import { TransferRepository } from './transfers/transfer.repository';
import { TransfersController } from './transfers/transfers.controller';
import { WalletsController } from './listing/wallets.controller';
import { WalletsCoreModule } from './wallets-core.module';

/** Wallets over HTTP. */
@Module({
  imports: [AuthModule, WalletsCoreModule, OwnerWalletsModule],
  controllers: [
    WalletsController,
    EntriesController,
    StatementsController,
    TransfersController,
    OperatorWalletsController,
    OperatorHoldsController,
  ],
  providers: [
    EntryReader,
    StatementReader,
    TransferRepository,
    TransferReader,
    CreateTransferUseCase,
    FreezeWalletUseCase,
    SetDebtLimitUseCase,
    HoldReader,
    PlaceHoldUseCase,
    ReleaseHoldUseCase,
  ],
})
export class WalletsModule {}

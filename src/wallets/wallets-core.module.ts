import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger';
import { WalletDebtService } from './debt/wallet-debt.service';
import { WalletFundsService } from './funds/wallet-funds.service';
import { WalletLifecycle } from './wallet.lifecycle';
import { WalletReader } from './wallet.reader';
import { WalletRepository } from './wallet.repository';

const PROVIDERS = [WalletRepository, WalletReader, WalletLifecycle, WalletDebtService, WalletFundsService];

/** What every process needs of wallets. Takes UpcomingSettlements from whoever provides it to the whole process. */
@Module({ imports: [LedgerModule], providers: PROVIDERS, exports: [LedgerModule, ...PROVIDERS] })
export class WalletsCoreModule {}

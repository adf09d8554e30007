import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger';
import { AutomaticWithdrawalRepository } from './automatic/automatic-withdrawal.repository';
import { AutomaticWithdrawalsService } from './automatic/automatic-withdrawals.service';
import { WalletDebtService } from './debt/wallet-debt.service';
import { WalletFundsService } from './funds/wallet-funds.service';
import { HoldReleaseService } from './holds/hold-release.service';
import { HoldRepository } from './holds/hold.repository';
import { WalletLifecycle } from './wallet.lifecycle';
import { WalletReader } from './wallet.reader';
import { WalletRepository } from './wallet.repository';

const PROVIDERS = [
  WalletRepository,
  WalletReader,
  WalletLifecycle,
  WalletDebtService,
  WalletFundsService,
  HoldRepository,
  HoldReleaseService,
  AutomaticWithdrawalRepository,
  AutomaticWithdrawalsService,
];

/** What every process needs of wallets. Takes UpcomingSettlements from whoever provides it to the whole process. */
@Module({ imports: [LedgerModule], providers: PROVIDERS, exports: [LedgerModule, ...PROVIDERS] })
export class WalletsCoreModule {}

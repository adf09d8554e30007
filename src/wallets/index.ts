/** @public For receivables, which provide it. */
export { type UpcomingSettlement, UpcomingSettlements } from './upcoming-settlements.port';
export { walletErrors } from './wallet.errors';
/** @public For receivables: how much a wallet may owe, and that a posting opened a debt. */
export { WalletDebtService } from './debt/wallet-debt.service';
export { FREQUENCIES, type Frequency, RUN_REFUSALS } from './automatic/automatic.rules';
export {
  type AutomaticRun,
  AutomaticWithdrawalsService,
  type KeptAutomatic,
} from './automatic/automatic-withdrawals.service';
export { type FundedWallet, type LockedFunds, WalletFundsService } from './funds/wallet-funds.service';
/** @public */
export { WalletsCoreModule } from './wallets-core.module';
/** @public For books, which reverse holds. */
export { HoldReleaseService } from './holds/hold-release.service';
export { ENTRY_KINDS } from './entries/entry.rules';
export { WalletReader } from './wallet.reader';
export { WalletResponse } from './wallet.response';
export { walletTransitions } from './wallet.transitions';
export { walletsFeature } from './wallets.feature';

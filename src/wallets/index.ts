/** @public For receivables, which provide it. */
export { type UpcomingSettlement, UpcomingSettlements } from './upcoming-settlements.port';
export { walletTransitions } from './wallet.transitions';
export { walletsFeature } from './wallets.feature';

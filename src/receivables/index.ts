/** @public For anticipations, which pay receivables before their day. */
export type { AnticipableReceivable, AnticipableWanted } from './anticipations/anticipable-receivable.types';
/** @public */
export { AnticipableReceivablesService } from './anticipations/anticipable-receivables.service';
/** @public */
export { AnticipableReceivablesModule } from './anticipations/anticipable-receivables.module';
/** @public For anticipations, which provide it. */
export {
  type PromisedReceivable,
  ReceivableAnticipations,
} from './anticipations/receivable-anticipations.port';
export {
  DisputeFundsService,
  type FundsPart,
  type HeldReserve,
  type OpenFunds,
} from './disputes/dispute-funds.service';
export type { PastMoney } from './past/past-money';
export { PastMoneyService } from './past/past-money.service';
export { PastPurses } from './past/past-purses';
export { PostedFirstService } from './posted-first.service';
export { receivableTransitions } from './receivable.transitions';
export { RefundMoneyService } from './refunds/refund-money.service';
export { latestFirst, type OpenReceivable } from './refunds/refund-sources.rules';
export { ReceivablesModule } from './receivables.module';
export { ReleaseReservesUseCase } from './reserves/release-reserves.use-case';
export { SettleReceivablesUseCase } from './settlements/settle-receivables.use-case';
export { receivablesFeature } from './receivables.feature';

export {
  DisputeFundsService,
  type FundsPart,
  type HeldReserve,
  type OpenFunds,
} from './disputes/dispute-funds.service';
export { latestFirst, type OpenReceivable } from './refunds/refund-sources.rules';
export { ReceivablesModule } from './receivables.module';
export { ReleaseReservesUseCase } from './reserves/release-reserves.use-case';
export { SettleReceivablesUseCase } from './settlements/settle-receivables.use-case';
export { receivablesFeature } from './receivables.feature';

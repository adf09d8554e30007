export {
  DisputeFundsService,
  type FundsPart,
  type HeldReserve,
  type OpenFunds,
} from './disputes/dispute-funds.service';
export { latestFirst, type OpenReceivable } from './refunds/refund-sources.rules';
export { ReceivablesModule } from './receivables.module';
export { receivablesFeature } from './receivables.feature';

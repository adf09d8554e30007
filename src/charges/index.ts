export type { ChargeHistoryEntry } from './charge-history.entity';
export { chargeInvariants } from './charge.invariants';
export { ChargeResponse, toChargeResponse } from './charge.response';
export { CHARGE_STATUSES } from './charge.transitions';
export { ChargesModule } from './charges.module';
export { type ChargeRecord, ChargesRepository } from './charges.repository';
export { ListChargesQuery } from './dto/list-charges.query';
export { ChargeFile, type ChargeFileContents } from './inspection/charge-file';
export {
  OPERATION_KINDS,
  OPERATION_STATUSES,
  type ProviderOperation,
} from './operations/provider-operation.entity';
export { ExpireCharges } from './processing/charge-tasks';
export { RefundResponse, toRefundResponse } from './refunds/refund.response';
export { chargesFeature } from './charges.feature';

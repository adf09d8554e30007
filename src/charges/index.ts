export type { ChargeHistoryEntry } from './charge-history.entity';
export { chargeInvariants } from './charge.invariants';
export { ChargeResponse, toChargeResponse } from './charge.response';
export { CHARGE_STATUSES, chargeTransitions } from './charge.transitions';
export { ChargesModule } from './charges.module';
export { type ChargeRecord, ChargeRepository } from './charge.repository';
export { ListChargesQuery } from './list-charges.query';
export { ChargeDetailsReader, type ChargeDetails } from './charge-details.reader';
export {
  OPERATION_KINDS,
  OPERATION_STATUSES,
  type ProviderOperation,
} from './operations/provider-operation.entity';
export { ExpireCharges } from './processing/charge-tasks';
export { refundTransitions } from './refund/refund.transitions';
export { RefundResponse, toRefundResponse } from './refund/refund.response';
export { chargesFeature } from './charges.feature';

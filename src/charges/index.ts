export {
  type Captured,
  type CapturedCharge,
  type CapturedPart,
  ChargeMoney,
  type ExpectedReceivable,
  type HeldRefund,
  type NewHold,
  type RefundMovement,
  type PricedCharge,
  type Quote,
  type QuotedCapture,
  type RefundedShare,
  type TakenFrom,
} from './charge-money.port';
export {
  ChargeDisputes,
  type DisputableCharge,
  type DisputedCharge,
  type DisputedPart,
} from './disputes/charge-disputes.port';
export { ChargesCoreModule } from './charges-core.module';
export { COUNTED_CHARGES } from './search/counted-charges';
export { DisputedChargesService } from './disputes/disputed-charges.service';
export type { PastCharge, PastPart, PastRefund } from './past/past-charge';
export { PastChargesService } from './past/past-charges.service';
export { chargeInvariants } from './invariants/charge.invariants';
export { chargeTransitions } from './charge.transitions';
export { chargesFeature } from './charges.feature';
export { refundTransitions } from './refund/refund.transitions';

export {
  type CapturedCharge,
  type CapturedPart,
  ChargeMoney,
  type ExpectedReceivable,
  type MovedRefund,
  type PricedCharge,
  type Quote,
  type RefundedShare,
  type TakenFrom,
} from './charge-money.port';
export { chargeInvariants } from './invariants/charge.invariants';
export { chargeTransitions } from './charge.transitions';
export { chargesFeature } from './charges.feature';
export { refundTransitions } from './refund/refund.transitions';

export { apportion, type Claim } from './apportionment';
export { DISPUTE_KINDS, type DisputeKind } from './dispute-kind';
export { divideHalfEven, equalParts, hasDecimals, partOf, partOfDown, toUnits, WHOLE_PPM } from './money';
export {
  CARD_BRANDS,
  CARD_METHODS,
  type CardBrand,
  isCardMethod,
  MAX_INSTALLMENTS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from './payment-method';
export { MovementTotalsResponse, type StatusGroup, toStatusSummary } from './status-summary.response';

export { apportion, type Claim } from './apportionment';
export { hasDecimals, partOfDown, toUnits } from './money';
export {
  CARD_BRANDS,
  type CardBrand,
  MAX_INSTALLMENTS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from './payment-method';

/** How a payer pays. */
export const PAYMENT_METHODS = ['pix', 'credit_card', 'debit_card', 'boleto'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The worker asks for the money of a card; the other methods wait for their payer, who follows instructions. */
export const CARD_METHODS: readonly PaymentMethod[] = ['credit_card', 'debit_card'];

export function isCardMethod(method: PaymentMethod): boolean {
  return CARD_METHODS.includes(method);
}

/** Brands of cards, as charges show them; `unknown` is one that the provider does not name. */
export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'elo',
  'american_express',
  'hipercard',
  'hiper',
  'diners_club',
  'discover',
  'jcb',
  'maestro',
  'mir',
  'naranja',
  'troy',
  'unionpay',
  'verve',
  'unknown',
] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

/** The most parts in which a credit card is paid (contract §6). */
export const MAX_INSTALLMENTS = 12;

import type { PaymentMethod } from '../../common/money';
import { boleto } from './boleto/boleto.method';
import { creditCard } from './credit_card/credit-card.method';
import { debitCard } from './debit_card/debit-card.method';
import type { MethodDefinition } from './method';
import { pix } from './pix/pix.method';

/** The payment methods. A new one is a name in `common/money`, a folder beside these, and a line here. */
const METHODS = { pix, credit_card: creditCard, debit_card: debitCard, boleto } as const satisfies Record<
  PaymentMethod,
  unknown
>;

/** What is stored and shown of the payment method; never a card number. */
export type PaymentDetails = ReturnType<(typeof METHODS)[PaymentMethod]['toResponse']>;

export function methodOf(name: PaymentMethod): MethodDefinition {
  return METHODS[name];
}

/** As methodOf, for what a request says; undefined when there is no such method. */
export function findMethod(name: string): MethodDefinition | undefined {
  return Object.hasOwn(METHODS, name) ? methodOf(name as PaymentMethod) : undefined;
}

import type { PaymentMethod } from '../../common/money';
import { arrangementOf } from './arrangement.rules';

describe("the registrars' code of a payment arrangement (money contract §14)", () => {
  it.each<[PaymentMethod, string | null, string | null]>([
    ['credit_card', 'visa', 'VCC'],
    ['credit_card', 'mastercard', 'MCC'],
    ['credit_card', 'elo', 'ECC'],
    ['credit_card', 'american_express', 'ACC'],
    ['credit_card', 'hipercard', 'HCC'],
    ['credit_card', 'diners_club', 'DCC'],
    ['debit_card', 'visa', 'VCD'],
    ['debit_card', 'mastercard', 'MCD'],
    ['debit_card', 'elo', 'ECD'],
    // These issue no debit cards.
    ['debit_card', 'american_express', null],
    ['debit_card', 'hipercard', null],
    ['debit_card', 'diners_club', null],
    // Brands that the registrars do not name, and none.
    ['credit_card', 'discover', null],
    ['debit_card', 'discover', null],
    ['credit_card', null, null],
    ['debit_card', null, null],
    // No card, whatever is said of its brand.
    ['pix', null, null],
    ['boleto', null, null],
    ['pix', 'visa', null],
    ['boleto', 'visa', null],
  ])('%s of %s: %s', (method, brand, code) => {
    expect(arrangementOf(method, brand)).toBe(code);
  });
});

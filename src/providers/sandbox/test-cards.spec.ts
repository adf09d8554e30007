import { number as validateNumber } from 'card-validator';
import { cardFacts } from './card-facts';
import { sandboxOurNumber } from './our-number';
import { findTestCardByNumber, findTestCardByToken, TEST_CARDS } from './test-cards';

describe('the published test cards', () => {
  it('are those of contract §6', () => {
    expect(TEST_CARDS.map(({ token, numbers }) => [token, ...numbers].join(' '))).toEqual([
      'tok_approved 4111111111111111 5555555555554444',
      'tok_declined 4000000000000002',
      'tok_insufficient_funds 4000000000009995',
      'tok_expired_card 4000000000000069',
      'tok_fraud 4100000000000019',
      'tok_timeout 4000000000000119',
      'tok_chargeback 4000000000000259',
      'tok_refund_fails 4000000000005126',
    ]);
  });

  it('are numbers that cards can have, and lead to their token', () => {
    for (const card of TEST_CARDS) {
      expect(findTestCardByToken(card.token)).toBe(card);
      for (const number of card.numbers) {
        expect(validateNumber(number).isValid).toBe(true);
        expect(findTestCardByNumber(number)).toBe(card);
      }
    }
    expect(findTestCardByNumber('4242424242424242')).toBeNull();
  });

  it('are kept as brand, first six and last four digits', () => {
    expect(cardFacts('5555555555554444', null)).toMatchObject({
      brand: 'mastercard',
      first6: '555555',
      last4: '4444',
    });
    expect(cardFacts('4111111111111111', null).brand).toBe('visa');
  });
});

describe('sandboxOurNumber', () => {
  it('has 20 digits and differs for charges of one millisecond', () => {
    const one = sandboxOurNumber('019aa5f0-0000-7000-8000-000000000001');
    expect(one).toMatch(/^\d{20}$/);
    expect(sandboxOurNumber('019aa5f0-0000-7000-8000-000000000002')).not.toBe(one);
    expect(sandboxOurNumber('019aa5f0-0001-7000-8000-000000000001')).not.toBe(one);
  });
});

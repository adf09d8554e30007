import { creditCardType } from 'card-validator';
import { CARD_BRANDS } from './payment-method';

it('brands are all that a number is recognised by, as charges show them', () => {
  const known = Object.values(creditCardType.types).map((type) => type.replaceAll('-', '_'));
  expect([...CARD_BRANDS].filter((brand) => brand !== 'unknown').sort()).toEqual(known.sort());
});

import { methodOf, PAYMENT_METHODS } from '../methods/methods';

const COMMON = {
  amount: 15_000,
  product_type: 'physical',
  customer: { name: 'Ana Souza', email: 'ana@example.com', type: 'individual', tax_id: '52998224725' },
  items: [{ name: 'Caderno', quantity: 2, unit_price: 7_500, tangible: true }],
};

/** A request by each method, as the API's document shows it: it is accepted as it stands. */
export const CHARGE_EXAMPLES = Object.fromEntries(
  PAYMENT_METHODS.map((name) => [
    name,
    { summary: name, value: { ...COMMON, payment_method: name, payment_details: methodOf(name).example } },
  ]),
);

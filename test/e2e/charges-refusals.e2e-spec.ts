import { randomUUID } from 'node:crypto';
import { Clock } from '../../src/common';
import { addDays, localDay, startOfDay } from '../../src/common/calendar';
import { type Answer, useCharging } from '../support';
import { boletoBody, cardBody, pixBody } from '../support/charges';

const { app, merchant, charging } = useCharging();

describe('what a charge refuses in its status (contract §6)', () => {
  it('is said by the status that is shown, with no name of ours for what was asked', async () => {
    const { id: unpaid } = await charging.create(pixBody());
    const { id: voided } = await charging.create(pixBody());
    expect((await merchant.client.post(`/v1/charges/${voided}/void`)).status).toBe(200);
    const { id: card } = await charging.create(cardBody());
    const ask = async (path: string, body?: object): Promise<string> => {
      const answer = await merchant.client.post(`/v1/${path}`, body);
      return `${answer.status} ${answer.body.error}: ${answer.body.message}`;
    };
    const refused = (status: string): string =>
      `409 INVALID_STATE: The charge is ${status}: this is not possible in that status.`;
    expect(await ask(`charges/${unpaid}/refund`, { amount: 1 })).toBe(refused('pending'));
    expect(await ask(`charges/${unpaid}/capture`)).toBe(refused('pending'));
    expect(await ask(`charges/${voided}/void`)).toBe(refused('voided'));
    expect(await ask(`sandbox/charges/${voided}/chargeback`)).toBe(refused('voided'));
    expect(await ask(`sandbox/charges/${unpaid}/chargeback`)).toBe(
      '409 INVALID_STATE: The charge is pending: this is not possible now.',
    );
    expect(await ask(`sandbox/charges/${card}/expire`)).toBe(
      '409 INVALID_STATE: A card charge does not expire.',
    );
  });
});

describe('all that is wrong with a charge is said at once (contract §1)', () => {
  const outcome = ({ status, body }: Answer): unknown => [
    `${status} ${String(body.error)}`,
    ...((body.details ?? []) as { field: string; code: string }[])
      .map(({ field, code }) => `${field} ${code}`)
      .sort(),
  ];
  const INVALID = '422 VALIDATION_FAILED';
  const refused = async (body: object): Promise<unknown> => {
    const [charge, preview] = await Promise.all(
      ['/v1/charges', '/v1/charges/preview'].map((path) => merchant.client.post(path, body)),
    );
    expect(outcome(preview!)).toEqual(outcome(charge!));
    return outcome(charge!);
  };
  const rule = (share: object, recipient_id: string = merchant.id) => ({ recipient_id, ...share });

  it('the total, the day of a boleto and its payer beside faults of single fields', async () => {
    const { customer } = pixBody() as { customer: object };
    const late = { due_date: '2020-01-01', instructions: [1] };
    const body = { amount: 9_999_999_999, shipping_amount: 1, items: [], payment_details: late, customer };
    expect(await refused(boletoBody(body))).toEqual([
      INVALID,
      'customer.tax_id required',
      'items too_few',
      'payment_details.due_date out_of_range',
      'payment_details.instructions[0] invalid_type',
      'shipping_amount too_large',
    ]);
    const nulls = { payment_details: { due_date: null }, shipping_amount: null, product_type: '' };
    expect(await refused(boletoBody(nulls))).toEqual([INVALID, 'product_type empty']);
  });

  it('split rules beside faults of other fields, and nothing of a sum of what is wrong itself', async () => {
    const other = randomUUID();
    const twice = [rule({ amount: 1 }), rule({ amount: 2, percentage: 0.001 })];
    const problems = [
      'split_rules[1] share_required',
      'split_rules[1].percentage invalid_percentage',
      'split_rules[1].recipient_id recipient_repeated',
    ];
    expect(await refused(pixBody({ items: [], split_rules: twice }))).toEqual([
      INVALID,
      'items too_few',
      ...problems,
    ]);
    const short = [rule({ amount: 1 }), rule({ amount: 2 }, other)];
    expect(await refused(pixBody({ items: [], split_rules: short }))).toEqual([
      INVALID,
      'items too_few',
      'split_rules amounts_sum',
    ]);
    expect(await refused(pixBody({ amount: '3', split_rules: short }))).toEqual([
      INVALID,
      'amount invalid_type',
    ]);
    expect(await refused(pixBody({ amount: 0, split_rules: [rule({ percentage: 99 })] }))).toEqual([
      INVALID,
      'amount too_small',
      'split_rules percentages_sum',
    ]);
    const wrong = [rule({ percentage: 'all' }), rule({ percentage: 1 })];
    expect(await refused(pixBody({ items: [], split_rules: wrong }))).toEqual([
      INVALID,
      'items too_few',
      'split_rules[0].percentage invalid_type',
    ]);
    const many = Array.from({ length: 30 }, () => rule({ amount: 1 }));
    expect(await refused(pixBody({ items: [], split_rules: many }))).toEqual([
      INVALID,
      'items too_few',
      'split_rules too_many',
    ]);
  });

  it('split rules beside the total and the day of a boleto, and alone with a code of their own', async () => {
    const split_rules = [rule({ percentage: 50 })];
    const past = { payment_details: { due_date: '2020-01-01' } };
    expect(await refused(boletoBody({ ...past, split_rules }))).toEqual([
      INVALID,
      'payment_details.due_date out_of_range',
      'split_rules percentages_sum',
    ]);
    expect(await refused(pixBody({ split_rules }))).toEqual([
      '422 SPLIT_INVALID',
      'split_rules percentages_sum',
    ]);
  });

  it('a request that is repeated with its key is answered as it was, also when its day is over', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const clock = app.api.get(Clock);
    const today = localDay(clock.now());
    const send = () =>
      merchant.client.post('/v1/charges', boletoBody({ payment_details: { due_date: today } }), headers);
    const first = await send();
    expect(first.status).toBe(201);
    const tomorrow = new Date(startOfDay(addDays(today, 1)).getTime() + 1);
    jest.spyOn(clock, 'now').mockReturnValue(tomorrow);
    expect((await send()).text).toBe(first.text);
    jest.restoreAllMocks();
  });
});

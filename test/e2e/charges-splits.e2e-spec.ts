import { type JsonBody, Onboarding, startService, type TestMerchant, type TestService } from '../support';
import { cardBody, Charging, pixBody } from '../support/charges';

let app: TestService;
let merchant: TestMerchant;
let charging: Charging;
let seller: string;
let pendingSeller: string;

beforeAll(async () => {
  app = await startService();
  merchant = await app.merchant();
  charging = new Charging(merchant.client);
  const onboarding = new Onboarding(merchant.client);
  seller = await onboarding.activePerson();
  pendingSeller = await onboarding.person();
});

afterAll(() => app.stop());

async function refusal(body: unknown): Promise<[number, string]> {
  const answer = await merchant.client.post('/v1/charges', body);
  return [answer.status, answer.body.error as string];
}

describe('Contract §6: submerchant_id', () => {
  it("the merchant's own and active one is charged for, and gets everything without rules", async () => {
    const charge = await charging.create(pixBody({ submerchant_id: seller }));
    expect(charge.submerchant_id).toBe(seller);
    expect(charge.split).toEqual([
      {
        recipient_id: seller,
        percentage: 100,
        amount: 10_000,
        amount_captured: 0,
        amount_refunded: 0,
        fee_amount: null,
        net_amount: null,
        liable: true,
        charge_processing_fee: true,
        charge_remainder: true,
      },
    ]);
  });

  it('one that is not active: 409 SUBMERCHANT_NOT_ACTIVE', async () => {
    expect(await refusal(pixBody({ submerchant_id: pendingSeller }))).toEqual([
      409,
      'SUBMERCHANT_NOT_ACTIVE',
    ]);
  });

  it("another merchant's, or none: 404", async () => {
    const other = await app.merchant();
    const answer = await other.client.post('/v1/charges', pixBody({ submerchant_id: seller }));
    expect([answer.status, answer.body.error]).toEqual([404, 'NOT_FOUND']);
    const unknown = '01930000-0000-7000-8000-000000000000';
    expect(await refusal(pixBody({ submerchant_id: unknown }))).toEqual([404, 'NOT_FOUND']);
  });

  it('a suspension and charges at once: no charge commits after the suspension did', async () => {
    const { client } = await app.operator();
    const onboarding = new Onboarding(merchant.client);
    const doomed = await onboarding.activePerson();
    const [suspension, ...charges] = await Promise.all([
      client.post(`/v1/review/submerchants/${doomed}/suspend`, { reason: 'Teste' }),
      ...Array.from({ length: 30 }, () =>
        merchant.client.post('/v1/charges', pixBody({ submerchant_id: doomed })),
      ),
    ]);
    expect(suspension.status).toBe(200);
    expect(charges.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await refusal(pixBody({ submerchant_id: doomed }))).toEqual([409, 'SUBMERCHANT_NOT_ACTIVE']);
  });
});

describe('Contract §6: split_rules[] and split[]', () => {
  const rules = (...list: object[]) => pixBody({ amount: 101, split_rules: list });

  it('percentages: the floor of each share, the rest to the remainder’s owner, who defaults to the first rule', async () => {
    const charge = await charging.create(
      rules({ recipient_id: merchant.id, percentage: 33.33 }, { recipient_id: seller, percentage: 66.67 }),
    );
    expect(charge.split).toMatchObject([
      {
        recipient_id: merchant.id,
        percentage: 33.33,
        amount: 34,
        liable: true,
        charge_processing_fee: true,
        charge_remainder: true,
      },
      {
        recipient_id: seller,
        percentage: 66.67,
        amount: 67,
        liable: false,
        charge_processing_fee: false,
        charge_remainder: false,
      },
    ]);
  });

  it('amounts sum to the total, shipping included; flags are kept', async () => {
    const charge = await charging.create(
      pixBody({
        amount: 100,
        shipping_amount: 50,
        split_rules: [
          { recipient_id: seller, amount: 120, liable: true },
          { recipient_id: merchant.id, amount: 30, charge_remainder: true, charge_processing_fee: true },
        ],
      }),
    );
    expect(charge.split).toMatchObject([
      { percentage: null, amount: 120, liable: true, charge_processing_fee: false, charge_remainder: false },
      { percentage: null, amount: 30, liable: false, charge_processing_fee: true, charge_remainder: true },
    ]);
  });

  it('an empty array is no rules', async () => {
    expect((await charging.create(rules())).split).toMatchObject([
      { recipient_id: merchant.id, percentage: 100 },
    ]);
  });

  it.each<[string, () => object[]]>([
    ['percentages that do not sum to 100', () => [{ recipient_id: merchant.id, percentage: 99.99 }]],
    ['amounts that do not sum to the total', () => [{ recipient_id: merchant.id, amount: 100 }]],
    [
      'percentages and amounts mixed',
      () => [
        { recipient_id: merchant.id, percentage: 50 },
        { recipient_id: seller, amount: 50 },
      ],
    ],
    [
      'percentage and amount in one rule',
      () => [{ recipient_id: merchant.id, percentage: 100, amount: 101 }],
    ],
    ['neither percentage nor amount', () => [{ recipient_id: merchant.id }]],
    ['a recipient twice', () => [50, 50].map((percentage) => ({ recipient_id: merchant.id, percentage }))],
    [
      'two owners of the remainder',
      () =>
        [merchant.id, seller].map((recipient_id) => ({
          recipient_id,
          percentage: 50,
          charge_remainder: true,
        })),
    ],
    [
      'three decimals',
      () => [
        { recipient_id: merchant.id, percentage: 33.333 },
        { recipient_id: seller, percentage: 66.667 },
      ],
    ],
    [
      'a negative percentage',
      () => [
        { recipient_id: merchant.id, percentage: -50 },
        { recipient_id: seller, percentage: 150 },
      ],
    ],
    [
      'more than 20 rules',
      () => Array.from({ length: 21 }, () => ({ recipient_id: merchant.id, percentage: 5 })),
    ],
  ])('%s: 422 SPLIT_INVALID', async (_name, list) => {
    expect(await refusal(rules(...list()))).toEqual([422, 'SPLIT_INVALID']);
  });

  it.each([21, 101, 1_500])(
    '%d rules: 422 SPLIT_INVALID, which names 20, also in a preview',
    async (count) => {
      const many = Array.from({ length: count }, () => ({ recipient_id: merchant.id, percentage: 1 }));
      for (const path of ['/v1/charges', '/v1/charges/preview']) {
        const { status, body } = await merchant.client.post(path, rules(...many));
        expect([status, body.error, body.details]).toEqual([
          422,
          'SPLIT_INVALID',
          [{ field: 'split_rules', code: 'too_many', message: 'Give at most 20 rules.' }],
        ]);
      }
    },
  );

  it('a recipient that is neither the merchant nor an active submerchant of it: 422 SPLIT_RECIPIENT_INVALID', async () => {
    const other = await app.merchant();
    for (const recipient_id of [pendingSeller, other.id, 'nobody', '01930000-0000-7000-8000-000000000000']) {
      const list = [
        { recipient_id, percentage: 50 },
        { recipient_id: merchant.id, percentage: 50 },
      ];
      expect(await refusal(rules(...list))).toEqual([422, 'SPLIT_RECIPIENT_INVALID']);
    }
  });
});

describe('Contract §6: preview', () => {
  it('answers how it is divided and what it costs, and creates nothing', async () => {
    const before = (await merchant.client.get('/v1/charges?limit=1')).body.pagination.total as number;
    const body = pixBody({ shipping_amount: 1, submerchant_id: seller });
    const answer = await merchant.client.post('/v1/charges/preview', body);
    expect(answer.status).toBe(200);
    const charge = await charging.create(body);
    const { receivables, ...divided } = answer.body.data;
    expect(divided).toEqual({
      total_amount: 10_001,
      fee_amount: 0,
      net_amount: 10_001,
      split: charge.split.map((part: JsonBody) => ({ ...part, fee_amount: 0, net_amount: part.amount })),
    });
    expect(receivables).toEqual([
      expect.objectContaining({ recipient_id: seller, installment: 1, amount: 10_001, fee: 0, net: 10_001 }),
    ]);
    expect((await merchant.client.get('/v1/charges?limit=1')).body.pagination.total).toBe(before + 1);
  });

  it('payment_details is optional, a raw card is refused', async () => {
    const body = cardBody();
    delete body['payment_details'];
    expect((await merchant.client.post('/v1/charges/preview', body)).status).toBe(200);
    const card = { number: '4111111111111111', holder_name: 'ANA', exp_month: 1, exp_year: 2031, cvv: '123' };
    const refused = await merchant.client.post('/v1/charges/preview', { ...body, payment_details: { card } });
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      422,
      'RAW_CARD_NOT_ALLOWED',
      'A preview takes no card number: send card_token, or no payment_details.',
    ]);
  });

  it('the scope read suffices, and the rules are those of a charge', async () => {
    const reader = await app.merchant({ scopes: ['read'] });
    expect((await reader.client.post('/v1/charges/preview', pixBody())).status).toBe(200);
    expect((await reader.client.post('/v1/charges', pixBody())).status).toBe(403);
    const wrong = pixBody({ split_rules: [{ recipient_id: reader.id, percentage: 1 }] });
    expect((await reader.client.post('/v1/charges/preview', wrong)).body.error).toBe('SPLIT_INVALID');
  });
});

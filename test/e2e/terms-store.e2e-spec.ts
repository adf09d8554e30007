import { startService, type TestMerchant, type TestService } from '../support';

let app: TestService;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await startService();
  merchant = await app.merchant();
});
afterAll(() => app.stop());

describe('The table of terms by itself', () => {
  const INSERT = `INSERT INTO terms (id, merchant_id, kind, payment_method, brand, installments, conditions, effective_from, created_at)
    VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, now(), now())`;
  const fee = { percentage_ppm: 1, fixed_cents: 0, minimum_cents: 0 };

  it.each<[string, unknown[], string]>([
    [
      'a fee above the whole',
      ['processing', 'pix', null, null, { ...fee, percentage_ppm: 1_000_001 }],
      'conditions',
    ],
    ['half a cent', ['processing', 'pix', null, null, { ...fee, fixed_cents: 0.5 }], 'conditions'],
    ['a text for a number', ['processing', 'pix', null, null, { ...fee, fixed_cents: '1' }], 'conditions'],
    ['less than all of it', ['processing', 'pix', null, null, { percentage_ppm: 1 }], 'conditions'],
    ['more than that', ['processing', 'pix', null, null, { ...fee, days: 1 }], 'conditions'],
    ['no method', ['processing', null, null, null, fee], 'payment_method'],
    ['a method of a dispute', ['dispute', 'pix', null, null, { fixed_cents: 1 }], 'dispute_kind'],
    ['a brand of pix', ['processing', 'pix', 'visa', null, fee], 'brand'],
    ['thirteen instalments', ['processing', 'credit_card', null, 13, fee], 'installments'],
  ])('refuses %s', async (_name, values, constraint) => {
    await expect(app.dataSource.query(INSERT, [merchant.id, ...values])).rejects.toMatchObject({
      constraint: `ck_terms_${constraint}`,
    });
  });

  it.each(['UPDATE terms SET installments = NULL', 'DELETE FROM terms', 'TRUNCATE terms'])(
    'refuses %s',
    async (sql) => {
      await app.dataSource.query(INSERT, [merchant.id, 'processing', 'pix', null, null, fee]);
      await expect(app.dataSource.query(sql)).rejects.toMatchObject({ code: '42501' });
    },
  );
});

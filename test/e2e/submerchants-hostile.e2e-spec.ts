import { documentInvariants } from '../../src/documents';
import { submerchantInvariants } from '../../src/submerchants';
import {
  addressBody,
  companyBody,
  documentBody,
  Onboarding,
  partnerBody,
  useService,
  type TestMerchant,
} from '../support';

const service = useService();
let merchant: TestMerchant;
let onboarding: Onboarding;
let id: string;

beforeAll(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
  id = await onboarding.company();
});

/** Every POST that takes a body, with a body that would be accepted. */
const POSTS: [name: string, path: () => string, body: () => Readonly<Record<string, unknown>>][] = [
  [
    'submerchants',
    () => '/v1/submerchants',
    () =>
      companyBody({
        trade_name: 'x',
        birth_date: '1990-01-01',
        cnaes: [],
        product_categories: ['x'],
        average_ticket: 1,
      }),
  ],
  [
    'legal representatives',
    () => `/v1/submerchants/${id}/legal-representatives`,
    () =>
      partnerBody({
        email: 'a@example.com',
        phone: '1',
        role: 'admin',
        participation_percentage: 1,
        is_admin: true,
      }),
  ],
  [
    'addresses',
    () => `/v1/submerchants/${id}/addresses`,
    () => addressBody({ complement: 'x', is_primary: true }),
  ],
  [
    'documents',
    () => `/v1/submerchants/${id}/documents`,
    () => documentBody('cnpj_card', { notes: 'x', number: '1', expires_at: '2199-01-01' }),
  ],
];

const WRONG_TYPES: unknown[] = [
  {},
  [],
  [[]],
  { toString: 1 },
  1e400,
  -0.5,
  true,
  'x\u0000y',
  '\ud800',
  'a\u0007b',
  { $gt: '' },
];

describe.each(POSTS)('hostile input to %s', (_name, path, body) => {
  it('a wrong type or character in any field: 422 that names it, never a 5xx, and nothing repeated', async () => {
    for (const field of Object.keys(body())) {
      for (const value of WRONG_TYPES) {
        const answer = await merchant.client.post(path(), { ...body(), [field]: value });
        expect([field, JSON.stringify(value), answer.status]).toEqual([
          field,
          JSON.stringify(value),
          expect.any(Number),
        ]);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) {
          expect(answer.body).toMatchObject({ success: false, request_id: expect.any(String) as string });
          expect(answer.text).not.toMatch(/\$gt|stack|SELECT|INSERT|typeorm|\\u0000|node_modules/i);
        }
      }
    }
  });

  it.each(['', 'null', '[]', '"x"', '1', '{', '{"a":1}', '{"__proto__":{"x":1}}', '\u0000'])(
    'the body %p: 400 or 422',
    async (text) => {
      const answer = await merchant.client.post(path(), text);
      expect([400, 422]).toContain(answer.status);
    },
  );

  it('NUL and lone surrogates in a text: 422', async () => {
    for (const text of ['"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"line\\u2028separator"']) {
      const field = Object.keys(body()).find((name) =>
        ['legal_name', 'name', 'street', 'number'].includes(name),
      )!;
      const json = JSON.stringify(body()).replace(JSON.stringify(body()[field]), text);
      const answer = await merchant.client.post(path(), json);
      expect(answer.status).toBe(422);
      expect(answer.body.details[0].field).toBe(field);
    }
  });

  it('field names that mean something to JavaScript are unknown fields', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'prototype']) {
      const answer = await merchant.client.post(path(), { ...body(), [name]: 'x' });
      expect([name, answer.status]).toEqual([name, 422]);
    }
    const polluted = JSON.stringify(body()).replace('{', '{"__proto__":{"status":"active"},');
    expect((await merchant.client.post(path(), polluted)).status).toBe(422);
  });
});

describe('ids that are none', () => {
  it.each(['%00', '..%2f..', "1' OR '1'='1", '00000000-0000-0000-0000-000000000000', 'undefined', 'ÿ'])(
    '%p: 404, never a 5xx',
    async (odd) => {
      const part = encodeURI(odd);
      for (const path of [
        '',
        '/requirements',
        '/timeline',
        '/documents',
        '/addresses/x',
        '/legal-representatives/x',
      ]) {
        const answer = await merchant.client.get(`/v1/submerchants/${part}${path}`);
        expect([400, 404]).toContain(answer.status);
        expect(answer.body.success).toBe(false);
      }
    },
  );
});

describe('the rules of the books hold after all of it (db invariants)', () => {
  /** Whenever it changed. */
  const ofEverything = (sql: string) => sql.replaceAll('$1', 'NULL');

  it.each([...submerchantInvariants, ...documentInvariants])('$name', async ({ sql }) => {
    const { id: company } = await onboarding.readyCompany();
    await onboarding.submit(company);
    await merchant.client.post(`/v1/sandbox/submerchants/${company}/approve`);
    expect(await service.dataSource.query(ofEverything(sql))).toEqual([]);
  });

  it('each finds what it is there for', async () => {
    const { id: company } = await onboarding.readyCompany();
    await onboarding.submit(company);
    const broken = async (name: RegExp, ...statements: string[]) => {
      const invariant = [...submerchantInvariants, ...documentInvariants].find((one) => name.test(one.name))!;
      const runner = service.dataSource.createQueryRunner();
      await runner.startTransaction();
      try {
        for (const statement of statements)
          await runner.query(statement, statement.includes('$1') ? [company] : []);
        expect(await runner.query(ofEverything(invariant.sql))).not.toEqual([]);
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
      }
    };
    await broken(
      /exactly one primary/,
      'UPDATE submerchant_addresses SET is_primary = false WHERE submerchant_id = $1',
    );
    await broken(
      /history last led/,
      `UPDATE submerchants SET status = 'active', activated_at = now() WHERE id = $1`,
    );
    await broken(
      /begins where/,
      `UPDATE submerchant_history SET from_status = 'active' WHERE submerchant_id = $1 AND type = 'submitted'`,
    );
    await broken(
      /at most one activity/,
      `UPDATE submerchants SET cnaes = '[{"is_primary":true},{"is_primary":true}]' WHERE id = $1`,
    );
    await broken(/company in review/, 'DELETE FROM legal_representatives WHERE submerchant_id = $1');
    await broken(
      /individual has no/,
      'ALTER TABLE legal_representatives DROP CONSTRAINT fk_legal_representatives_submerchant',
      'ALTER TABLE submerchant_documents DROP CONSTRAINT fk_submerchant_documents_submerchant',
      `UPDATE submerchants SET entity_type = 'pf', tax_id = '52998224725' WHERE id = $1`,
    );
    await broken(
      /document of a type/,
      'DROP INDEX uq_submerchant_documents_current',
      `UPDATE submerchant_documents SET type = 'cnpj_card' WHERE submerchant_id = $1 AND legal_representative_id IS NULL`,
    );
    await broken(
      /newer one of its kind/,
      'UPDATE submerchant_documents SET replaced_at = now() WHERE submerchant_id = $1',
    );
    await broken(/has not reached/, 'UPDATE submerchant_documents SET round = 9 WHERE submerchant_id = $1');
    await broken(
      /says when/,
      `UPDATE submerchant_documents SET status = 'approved' WHERE submerchant_id = $1`,
    );
    await broken(
      /same submerchant/,
      'ALTER TABLE submerchant_documents DROP CONSTRAINT ck_submerchant_documents_type',
      'UPDATE submerchant_documents SET legal_representative_id = NULL WHERE submerchant_id = $1',
    );
  });
});

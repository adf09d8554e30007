import fc from 'fast-check';
import { startService, type TestMerchant, type TestService } from '../support';
import { boletoBody, cardBody, pixBody } from '../support/charges';

let app: TestService;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await startService();
  merchant = await app.merchant();
});

afterAll(() => app.stop());

type Json = Record<string, unknown>;

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a'.repeat(3_000),
    '1e3',
    -0,
    1e-7,
    1e21,
    1e308,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 1 },
    true,
    "'; DROP TABLE charges; --",
  ),
  fc.jsonValue(),
);

/** A valid body with some of its parts, at any depth, replaced by something else. */
function spoil(body: Json, spoilt: readonly { readonly at: number; readonly value: unknown }[]): unknown {
  const copy = structuredClone(body);
  for (const { at, value } of spoilt) {
    const places: [Json, string][] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const key of Object.keys(node)) {
        places.push([node as Json, key]);
        walk((node as Json)[key]);
      }
    };
    walk(copy);
    const place = places[at % Math.max(1, places.length)];
    // A copy: the next replacement may reach into this one, and constants are shared by all cases.
    if (place) place[0][place[1]] = structuredClone(value);
  }
  return copy;
}

describe('What bad input gets', () => {
  it('no body of a charge gives a 5xx: it is accepted whole or refused in the agreed shape', async () => {
    const bodies = fc.constantFrom(
      pixBody({
        metadata: { a: 'b' },
        split_rules: [{ recipient_id: merchant.id, percentage: 100, liable: true }],
      }),
      boletoBody({ payment_details: { due_date: '2026-12-01', instructions: ['x'] }, shipping_amount: 5 }),
      cardBody('tok_approved', { external_id: 'x', description: 'y' }, { installments: 2, capture: true }),
      pixBody({
        payment_method: 'credit_card',
        payment_details: {
          card: { number: '4111111111111111', holder_name: 'ANA', exp_month: 1, exp_year: 2031, cvv: '123' },
        },
      }),
    );
    const spoilt = fc.array(fc.record({ at: fc.nat(), value: hostile }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        bodies,
        spoilt,
        fc.constantFrom('/v1/charges', '/v1/charges/preview'),
        async (body, parts, path) => {
          const answer = await merchant.client.post(path, spoil(body, parts));
          expect([200, 201, 404, 409, 422]).toContain(answer.status);
          expect(answer.body.success).toBe(answer.status < 300);
          if (answer.body.error === 'VALIDATION_FAILED')
            expect(answer.body.details.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('no body of a refund or a capture gives a 5xx', async () => {
    const created = await merchant.client.post('/v1/charges', pixBody());
    const id = created.body.data.id as string;
    await merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    const body = { amount: 1, reason: 'x', split_refunds: [{ recipient_id: merchant.id, amount: 1 }] };
    const spoilt = fc.array(fc.record({ at: fc.nat(), value: hostile }), { minLength: 0, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(spoilt, fc.constantFrom('refund', 'capture', 'void'), async (parts, action) => {
        const answer = await merchant.client.post(`/v1/charges/${id}/${action}`, spoil(body, parts));
        expect([201, 409, 422]).toContain(answer.status);
      }),
      { numRuns: 300 },
    );
  });

  it('no query of the list gives a 5xx', async () => {
    const names = [
      'page',
      'limit',
      'status',
      'search',
      'date_from',
      'date_to',
      'time_zone',
      'cursor',
      'external_id',
      'x',
    ];
    const query = fc.array(
      fc.tuple(fc.constantFrom(...names), fc.oneof(fc.string(), fc.constantFrom('1', '%', '_', "'"))),
      {
        maxLength: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(query, async (parts) => {
        const answer = await merchant.client.get(`/v1/charges?${new URLSearchParams(parts).toString()}`);
        expect([200, 422]).toContain(answer.status);
      }),
      { numRuns: 300 },
    );
  });
});

import { randomUUID } from 'node:crypto';
import { type Answer, useCharging } from '../support';
import { pixBody } from '../support/charges';
import { documentBody, Onboarding } from '../support/onboarding';

const { merchant } = useCharging();

type Naming = (id: unknown) => Promise<Answer>;

/** Requests that name a record somewhere else than in their path. */
const client = () => merchant.client;
const post = (path: string, body: object): Promise<Answer> =>
  client().post(path, body, { 'idempotency-key': randomUUID() });
const NAMING: readonly (readonly [what: string, request: Naming, answer: readonly unknown[]])[] = [
  [
    'submerchant_id of a charge',
    (submerchant_id) => post('/v1/charges', pixBody({ submerchant_id })),
    [404, 'NOT_FOUND', 'There is no such submerchant.'],
  ],
  [
    'submerchant_id of a preview',
    (submerchant_id) => post('/v1/charges/preview', pixBody({ submerchant_id })),
    [404, 'NOT_FOUND', 'There is no such submerchant.'],
  ],
  [
    'submerchant_id of a link into the portal',
    (submerchant_id) => post('/v1/portal-sessions', { submerchant_id }),
    [404, 'NOT_FOUND', 'There is no such submerchant.'],
  ],
  [
    'wallet_id of a withdrawal',
    (wallet_id) => post('/v1/withdrawals', { wallet_id, amount: 100 }),
    [404, 'NOT_FOUND', 'There is no such wallet.'],
  ],
  [
    'wallet_id of an anticipation',
    (wallet_id) => post('/v1/anticipations', { wallet_id, payout: 100 }),
    [404, 'NOT_FOUND', 'There is no such wallet.'],
  ],
  [
    'wallet_id of a simulated anticipation',
    (wallet_id) => post('/v1/anticipations/simulate', { wallet_id, payout: 100 }),
    [404, 'NOT_FOUND', 'There is no such wallet.'],
  ],
  [
    'destination_id of a withdrawal',
    (destination_id) => post('/v1/withdrawals', { destination_id, amount: 100 }),
    [409, 'DESTINATION_NOT_USABLE', expect.any(String)],
  ],
  [
    'destination_id of automatic withdrawals',
    (destination_id) =>
      client().patch(`/v1/wallets/${merchant.id}`, {
        automatic_withdrawal: { frequency: 'daily', minimum_amount: 100, retain_amount: 0, destination_id },
      }),
    [409, 'DESTINATION_NOT_USABLE', expect.any(String)],
  ],
  [
    'to_wallet_id of a transfer',
    (to_wallet_id) => post(`/v1/wallets/${merchant.id}/transfers`, { to_wallet_id, amount: 100 }),
    [422, 'TRANSFER_NOT_ALLOWED', expect.any(String)],
  ],
  [
    'resource_id of a falsified report',
    (resource_id) => post('/v1/sandbox/reports/faults', { resource_id, action: 'drop' }),
    [404, 'NOT_FOUND', 'There is no such charge, refund, dispute or withdrawal.'],
  ],
];

describe('records that a request names beside its path (contract §1)', () => {
  it.each(NAMING)(
    '%s: an unknown one is answered without a word about the path',
    async (_what, request, wanted) => {
      const { status, body } = await request(randomUUID());
      expect([status, body.error, body.message]).toEqual(wanted);
      expect(JSON.stringify(body)).not.toContain('path');
    },
  );

  it.each(['/v1/charges', '/v1/charges/preview'])(
    'submerchant_id of POST %s: what is no uuid is answered as an unknown one (contract §6)',
    async (path) => {
      const answers = new Set<string>();
      for (const submerchant_id of [randomUUID(), 'nobody', '', 'x'.repeat(500), '\u0000']) {
        const { status, body } = await post(path, pixBody({ submerchant_id }));
        const { request_id: _own, ...rest } = body as Record<string, unknown>;
        answers.add(JSON.stringify([status, rest]));
      }
      expect(answers.size).toBe(1);
      for (const submerchant_id of [7, {}, true]) {
        const { status, body } = await post(path, pixBody({ submerchant_id }));
        expect([status, body.details[0].field, body.details[0].code]).toEqual([
          422,
          'submerchant_id',
          'invalid_type',
        ]);
      }
    },
  );

  it('legal_representative_id of a document likewise', async () => {
    const onboarding = new Onboarding(merchant.client);
    const company = await onboarding.company();
    const wanted = documentBody('partner_front_id', { legal_representative_id: randomUUID() });
    const { status, body } = await post(`/v1/submerchants/${company}/documents`, wanted);
    expect([status, body.error, body.message]).toEqual([
      404,
      'NOT_FOUND',
      'There is no such legal representative.',
    ]);
  });

  it('wallet_id of a summary likewise, and of what a withdrawal may be', async () => {
    for (const path of ['withdrawals/options', 'withdrawals/summary', 'anticipations/summary']) {
      const { status, body } = await client().get(`/v1/${path}?wallet_id=${randomUUID()}`);
      expect([status, body.error, body.message]).toEqual([404, 'NOT_FOUND', 'There is no such wallet.']);
    }
  });

  it('an id in capitals is the same id', async () => {
    const id = await new Onboarding(merchant.client).activePerson();
    const charge = await post('/v1/charges', pixBody({ submerchant_id: id.toUpperCase() }));
    expect([charge.status, charge.body.data.submerchant_id]).toEqual([201, id]);
  });
});

import { SIGNATURE_HEADER, signatureOf } from '../../src/providers/sandbox/sandbox-notification';
import { eventually, receiver, startService, type TestService } from '../support';
import { Charging, pixBody } from '../support/charges';
import { personBody } from '../support/onboarding';
import { startProcess, type TestProcess } from '../support/process';

const CARD = '4111111111111111';
const CVV = '737';
const TAX_ID = '52998224725';
const SEEN = 'only-in-a-query-value';

describe('the logs of both processes (contract §1, Logs)', () => {
  let service: TestService;
  let api: TestProcess;
  let worker: TestProcess;

  beforeAll(async () => {
    service = await startService();
    [api, worker] = [await startProcess(service, 'main'), await startProcess(service, 'worker')];
  });
  afterAll(async () => {
    await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')]);
    await service.stop();
  });

  it('are JSON lines with request ids, in which secrets, keys, card and tax numbers never appear', async () => {
    const merchant = await service.merchant();
    const client = api.client(merchant);
    const hooks = await receiver();
    const endpoint = await client.post('/v1/postbacks/endpoints', { url: hooks.url, events: ['*'] });
    const { secret } = endpoint.body.data;
    expect(secret).toMatch(/^whsec_/);

    const requestId = 'a-request-of-mine';
    await client.get(`/v1/submerchants?search=${SEEN}`, { 'x-request-id': requestId });
    await client.post('/v1/submerchants', {
      legal_name: 'Rosa',
      entity_type: 'pf',
      tax_id: TAX_ID,
      email: 'rosa@example.com',
    });
    await client.post('/v1/submerchants', `{"tax_id":"${TAX_ID}"`);
    const order = {
      amount: 1_000,
      product_type: 'physical',
      customer: { name: 'Ana', email: 'ana@example.com', type: 'individual', tax_id: TAX_ID },
      items: [{ name: 'Vaso', quantity: 1, unit_price: 1_000, tangible: true }],
      payment_method: 'credit_card',
    };
    const card = { number: CARD, holder_name: 'ANA', exp_month: 12, exp_year: 2030, cvv: CVV };
    const charge = await client.post(
      '/v1/charges',
      { ...order, payment_details: { card } },
      { 'idempotency-key': 'k1' },
    );
    expect(charge.status).toBe(201);
    expect((await client.post('/v1/charges', { ...order, card_number: CARD })).status).toBe(422);
    await api
      .client({ publicKey: merchant.publicKey, secretKey: `${merchant.secretKey}x` })
      .get('/v1/merchant');
    await client.get(`/v1/charges/${CARD}`);
    // What its sender chooses of a line: the id and the names of parameters.
    const odd = await client.get(`/v1/submerchants?${CARD}=1`, { 'x-request-id': `order-${CARD}` });
    expect(odd.status).toBe(422);
    expect((await client.get('/v1/nowhere')).status).toBe(404);
    const { email } = await service.operator();
    const wrong = { email, password: 'another-password' };
    const logIn = await api.client().post('/v1/review/session', wrong, { 'x-request-id': 'a-log-in' });
    expect(logIn.status).toBe(401);
    await eventually(() => expect(api.output()).toMatch(/"a-log-in".*"status":401/));
    const hers = (await client.post('/v1/submerchants', personBody())).body.data.id;
    await service.dataSource.query('ALTER TABLE submerchant_documents RENAME TO set_aside');
    const failed = await client.get(`/v1/submerchants/${hers}/requirements`, { 'x-request-id': 'a-failure' });
    await service.dataSource.query('ALTER TABLE set_aside RENAME TO submerchant_documents');
    expect(failed.status).toBe(500);
    await eventually(() => expect(api.output()).toMatch(/"a-failure".*"status":500/));
    await hooks.wait(2);
    await hooks.close();

    const lines = [...api.output().split('\n'), ...worker.output().split('\n')].filter((line) => line !== '');
    const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records).toContainEqual(
      expect.objectContaining({
        request_id: requestId,
        method: 'GET',
        route: '/v1/submerchants',
        parameters: ['search'],
        status: 200,
        caller: `merchant:${merchant.id}`,
      }),
    );
    expect(records).toContainEqual(expect.objectContaining({ request_id: 'order-***', parameters: ['***'] }));
    expect(records).toContainEqual(expect.objectContaining({ route: 'unknown', status: 404, level: 'info' }));
    const ofFailure = records.filter((record) => record['request_id'] === 'a-failure');
    expect(ofFailure.map(({ level, message }) => [level, message])).toEqual([
      ['error', expect.stringMatching(/submerchant_documents.*\n +at /)],
      ['error', 'request failed'],
    ]);
    // Whatever is said while a request is served has its id; the probes that waited for the processes have no line.
    const said = records.filter((record) => record['request_id'] === 'a-log-in');
    expect(said.map(({ message }) => message)).toEqual([expect.stringMatching(/^audit head/), 'request']);
    expect(records.filter(({ route }) => String(route).startsWith('/health'))).toEqual([]);
    const text = lines.join('\n');
    for (const sensitive of [
      merchant.secretKey,
      secret,
      CARD,
      TAX_ID,
      SEEN,
      'rosa@example.com',
      `"${CVV}"`,
    ]) {
      expect(text).not.toContain(sensitive);
    }
  });

  it('what a notification of a provider says is said with the id of its request, also in its transactions', async () => {
    const { id } = await new Charging((await service.merchant()).client).create(pixBody());
    const [charge] = await service.dataSource.query<{ reference: string; account: string; secret: string }[]>(
      `SELECT provider_reference AS reference, provider_account_id AS account, secret
         FROM charges, sandbox_provider.signing_key WHERE id = $1`,
      [id],
    );
    const { reference, account, secret } = charge!;
    const notify = async (requestId: string, amount: number): Promise<void> => {
      const payment = { type: 'paid', reference, amount, end_to_end_id: null, at: new Date().toISOString() };
      const body = JSON.stringify({ id: requestId, ...payment });
      const headers = {
        [SIGNATURE_HEADER]: signatureOf(Buffer.from(body), secret),
        'x-request-id': requestId,
      };
      const answer = await api.client().post(`/providers/${account}/notifications`, body, headers);
      expect(answer.status).toBeLessThan(300);
    };
    await notify('another-amount', 1);
    await notify('no-amount', -1);
    const linesOf = (requestId: string): unknown[] =>
      api
        .output()
        .split('\n')
        .filter((line) => line.includes(`"${requestId}"`))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map((record) => [record['request_id'], record['level'], record['message']]);
    await eventually(() => {
      expect(linesOf('another-amount')).toEqual([
        ['another-amount', 'warn', expect.stringContaining(`charge ${id as string}, `)],
        ['another-amount', 'info', 'request'],
      ]);
      expect(linesOf('no-amount')).toEqual([
        ['no-amount', 'error', expect.stringContaining('notification no-amount of account')],
        ['no-amount', 'info', 'request'],
      ]);
    });
  });

  it('SIGTERM ends both processes in order, with exit code 0', async () => {
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(await api.end('SIGTERM')).toBe(0);
  });
});

import { randomUUID } from 'node:crypto';
import {
  type Answer,
  eventually,
  Onboarding,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { ChaosProxy } from '../support/chaos-proxy';
import { cardBody, pixBody } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';

/** Parts of what a charge could ask PostgreSQL, in their order. */
const ASKED = {
  key: 'SELECT scope, request_mac',
  begin: 'START TRANSACTION',
  recipients: 'FOR SHARE OF submerchant',
  claim: 'AS count, set_config',
  rows: 'INSERT INTO charges (',
  commit: 'COMMIT',
} as const;

describe('A new charge asks PostgreSQL as little as it can (decision 0028)', () => {
  let proxy: ChaosProxy;
  let service: TestService;
  let merchant: TestMerchant;
  let seller: string;

  beforeAll(async () => {
    const url = await workerDatabaseUrl();
    proxy = await ChaosProxy.before(url, 5432);
    service = await startService({ env: { DATABASE_URL: proxy.through(url) } });
    merchant = await service.merchant();
    seller = await new Onboarding(merchant.client).activePerson();
  });
  afterAll(async () => {
    await service.stop();
    await proxy.close();
  });

  const create = (body: object, key: string = randomUUID()): Promise<Answer> =>
    merchant.client.post('/v1/charges', body, { 'idempotency-key': key });

  /** What of these is asked while this runs. */
  async function asked(work: () => Promise<unknown>): Promise<string[]> {
    const heard: string[] = [];
    proxy.judge = (chunk) => {
      const parts = Object.entries(ASKED).filter(([, part]) => proxy.asks(chunk, part));
      heard.push(...parts.map(([name]) => name));
      return 'pass';
    };
    await work();
    proxy.judge = () => 'pass';
    return heard;
  }

  const split = (): object =>
    pixBody({
      split_rules: [
        { recipient_id: merchant.id, percentage: 60, liable: true, charge_processing_fee: true },
        { recipient_id: seller, percentage: 40, liable: false },
      ],
    });

  it.each([
    ['a pix: one statement, which claims its key as well', () => pixBody(), ['rows']],
    ['a card: the key first, as repeating it may exchange nothing', () => cardBody(), ['key', 'rows']],
    ['one with a recipient: held until it is committed', split, ['begin', 'recipients', 'rows', 'commit']],
  ])('%s', async (_, body, statements) => {
    await create(body());
    expect(await asked(() => create(body()))).toEqual(statements);
  });

  it('its key used again is answered as it was, for another body it is refused, and nothing is written', async () => {
    const key = randomUUID();
    const first = await create(pixBody(), key);
    const again = await create(pixBody(), key);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ]);
    const other = await create(pixBody({ amount: 1 }), key);
    expect([other.status, other.body.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const [{ count }] = await service.dataSource.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM outbox_events WHERE resource_id = $1',
      [first.body.data.id],
    );
    expect(count).toBe(1);
  });

  it('what was answered once is answered so again, whatever refuses it today', async () => {
    const key = randomUUID();
    const first = await create(pixBody(), key);
    const set = (status: string, at: string): Promise<unknown> =>
      service.dataSource.query(`UPDATE provider_accounts SET status = '${status}', disabled_at = ${at}`);
    await set('disabled', 'now()');
    try {
      const refused = { status: 409, error: 'PROVIDER_NOT_CONFIGURED' };
      await eventually(async () => {
        const { status, body } = await create(pixBody());
        expect({ status, error: body.error }).toEqual(refused);
      });
      expect((await create(pixBody(), key)).text).toBe(first.text);
      expect((await create(pixBody({ amount: 1 }), key)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    } finally {
      await set('active', 'NULL');
    }
    await eventually(async () => expect((await create(pixBody())).status).toBe(201));
  });

  it.each(['cut before', 'cut after'] as const)(
    'one whose connection ends (%s): its key says which it was, and it is there once',
    async (fate) => {
      const key = randomUUID();
      const reference = `${fate} ${key}`;
      proxy.cutAt(ASKED.rows, fate);
      expect((await create(pixBody({ external_id: reference }), key)).status).toBe(503);
      const again = await create(pixBody({ external_id: reference }), key);
      expect(again.status).toBe(201);
      expect(again.headers['idempotent-replayed']).toBe(fate === 'cut after' ? 'true' : undefined);
      const rows = await service.dataSource.query<{ id: string }[]>(
        'SELECT id FROM charges WHERE external_id = $1',
        [reference],
      );
      expect(rows).toEqual([{ id: again.body.data.id }]);
    },
  );
});

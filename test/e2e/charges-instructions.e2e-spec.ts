import { ProviderAccountsService, ProviderTimeoutService } from '../../src/providers';
import { SANDBOX_ACCOUNT_ID } from '../../src/providers/sandbox/sandbox-notification';
import { SandboxAdapter } from '../../src/providers/sandbox/sandbox.adapter';
import { eventually, type TestMerchant, useService } from '../support';
import { Charging, pixBody } from '../support/charges';

const ACCOUNT = { id: SANDBOX_ACCOUNT_ID, mode: 'test', credentials: null } as const;

const app = useService({ worker: true });
let merchant: TestMerchant;
let charging: Charging;

beforeAll(async () => {
  merchant = await app.merchant();
  charging = new Charging(merchant.client);
});

afterEach(() => jest.restoreAllMocks());

const post = (path: string, body?: unknown, headers = {}) => merchant.client.post(path, body, headers);

/** The API gives the provider this long instead of 10 seconds. */
function shortTimeout(timeoutMs: number): void {
  jest.replaceProperty(app.api.get(ProviderTimeoutService, { strict: false }), 'timeoutMs', timeoutMs);
}

describe('Contract §6, Provider calls: an adapter that must ask for pix and boleto', () => {
  /** The sandbox, as if it lay behind a network: it remembers what it was asked for, and answers when told to. */
  function asking(answers: boolean) {
    const sandbox = app.api.get(SandboxAdapter, { strict: false });
    const keys: string[] = [];
    const adapter = Object.assign(Object.create(sandbox) as SandboxAdapter, {
      instructions: 'asked',
      createPix: async (...[account, key, request]: Parameters<SandboxAdapter['createPix']>) => {
        keys.push(key);
        const made = await sandbox.createPix(account, key, request);
        await app.dataSource.query(
          `INSERT INTO sandbox_provider.requests (key, kind, reference, outcome) VALUES ($1, 'create_pix', $2, $3)`,
          [key, made.reference, { kind: 'done', reference: made.reference, authorizationCode: null }],
        );
        if (answers) return made;
        return new Promise<never>(() => undefined);
      },
    });
    Object.assign(adapter, { pix: adapter });
    jest
      .spyOn(app.api.get(ProviderAccountsService, { strict: false }), 'choose')
      .mockResolvedValue({ access: ACCOUNT, adapter });
    return { keys, adapter };
  }

  const intents = async () => app.dataSource.query<unknown[]>('SELECT 1 FROM provider_intents');
  const states = async (chargeId: string) =>
    app.dataSource.query<{ state: string }[]>(
      `SELECT p.state FROM sandbox_provider.payments p
         JOIN sandbox_provider.requests r ON r.reference = p.reference AND r.kind = 'create_pix' WHERE r.key = $1`,
      [chargeId],
    );

  it('it is asked before the creating transaction, by the id of the charge', async () => {
    const { keys } = asking(true);
    const charge = await charging.create(pixBody());
    expect(keys).toEqual([charge.id]);
    expect(charge.payment_details.qr_code).toMatch(/^0002/);
    expect(await intents()).toEqual([]);
  });

  it('no answer in time: 503, nothing is created, and the worker cancels what the provider holds', async () => {
    const { keys } = asking(false);
    shortTimeout(300);
    const key = { 'idempotency-key': 'asked-in-vain' };
    const before = (await merchant.client.get('/v1/charges?limit=1')).body.pagination.total as number;
    const answer = await post('/v1/charges', pixBody(), key);
    expect([answer.status, answer.body.error]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.body.retry_after_seconds).toBeGreaterThan(0);
    expect((await merchant.client.get('/v1/charges?limit=1')).body.pagination.total).toBe(before);
    await eventually(async () => expect(await states(keys[0] ?? '')).toEqual([{ state: 'voided' }]), 20_000);
    await eventually(async () => expect(await intents()).toEqual([]));
    // The key is not burnt.
    jest.restoreAllMocks();
    expect((await post('/v1/charges', pixBody(), key)).status).toBe(201);
  });

  it('no answer in time is what the caller hears of, whatever becomes of the note', async () => {
    const { keys } = asking(false);
    shortTimeout(300);
    await app.dataSource.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`,
    );
    await app.dataSource.query(
      'CREATE TRIGGER refused BEFORE UPDATE ON provider_intents FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const answer = await post('/v1/charges', pixBody());
    await app.dataSource.query('DROP FUNCTION refuse CASCADE');
    expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining('provider')]);
    // Due by itself a moment later.
    await app.dataSource.query('UPDATE provider_intents SET next_attempt_at = now()');
    await eventually(async () => expect(await states(keys[0] ?? '')).toEqual([{ state: 'voided' }]), 20_000);
    await eventually(async () => expect(await intents()).toEqual([]));
  });

  it('a charge that is refused after the provider was asked leaves nothing there either', async () => {
    const { keys } = asking(true);
    const stranger = '01930000-0000-7000-8000-000000000000';
    expect((await post('/v1/charges', pixBody({ submerchant_id: stranger }))).status).toBe(404);
    await app.dataSource.query('UPDATE provider_intents SET next_attempt_at = now()');
    await eventually(async () => expect(await states(keys[0] ?? '')).toEqual([{ state: 'voided' }]), 20_000);
    await eventually(async () => expect(await intents()).toEqual([]));
  });

  it('once somebody cancels it, no charge is made of it any more', async () => {
    const { adapter } = asking(true);
    const createPix = adapter.createPix.bind(adapter);
    jest.spyOn(adapter, 'createPix').mockImplementation(async (account, key, request) => {
      const made = await createPix(account, key, request);
      await app.dataSource.query('UPDATE provider_intents SET attempts = 1 WHERE key = $1', [key]);
      return made;
    });
    const answer = await post('/v1/charges', pixBody());
    expect([answer.status, answer.body.error]).toEqual([503, 'UNAVAILABLE']);
    await app.dataSource.query('DELETE FROM provider_intents');
  });
});

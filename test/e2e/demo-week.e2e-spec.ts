import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as Database } from 'pg';
import { isFree } from '../../src/embedded/ports';
import { Client, eventually, type JsonBody, Started } from '../support';
import { Charging } from '../support/charges';
import { portToUse } from '../support/ports';

/** The last guard, above the bound of a week that a busy machine plays when nobody else wants it. */
jest.setTimeout(1_800_000);

const CLI = join(__dirname, '..', '..', 'scripts', 'cli.mjs');

/** A data directory, and the service that is started on it. */
class Desk {
  private readonly home = mkdtempSync(join(tmpdir(), 'repasse-week-'));
  private readonly dataDir = join(this.home, 'data');
  private port = 0;
  private service: Started | null = null;

  async start(week: 'on' | 'off'): Promise<void> {
    chmodSync(this.home, 0o755);
    this.port ||= await portToUse();
    this.service = new Started(this.env(week));
    await this.service.ready();
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.service?.child.kill(signal);
    await this.service?.ended;
    await eventually(async () => expect(await isFree(this.port, '127.0.0.1')).toBe(true), 30_000);
  }

  async remove(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.home, { recursive: true, force: true });
  }

  get operator(): Client {
    return this.client('operator');
  }

  get merchant(): Client {
    return this.client('merchant');
  }

  /** How the week stands with this desk. */
  get note(): { state: string } {
    const directory = (this.json('postgres.json') as { data_directory: string }).data_directory;
    return JSON.parse(readFileSync(join(directory, 'repasse-demo-week.json'), 'utf8')) as { state: string };
  }

  /** What `npm start` says. */
  get said(): string {
    return this.service?.output ?? '';
  }

  async queue(): Promise<JsonBody[]> {
    return (await this.operator.get('/v1/review/submerchants?limit=100')).body.data;
  }

  /** What a command says, also one that finds something wrong. */
  command(...args: string[]): JsonBody {
    const env = { ...process.env, DATABASE_URL: '', ...this.env('off') };
    return JSON.parse(
      spawnSync(process.execPath, [CLI, ...args, '--json'], { env, encoding: 'utf8' }).stdout,
    );
  }

  /** Of a database of the embedded server; null when it is not there. */
  async count(database: string, table: string): Promise<number | null> {
    const url = new URL((this.json('postgres.json') as { url: string }).url);
    if (database !== '') url.pathname = database;
    const client = new Database({ connectionString: url.href });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
      return rows[0]?.count ?? 0;
    } catch {
      return null;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private client(who: 'merchant' | 'operator'): Client {
    const keys = (this.json('demo.json') as JsonBody)[who];
    return new Client(`http://127.0.0.1:${this.port}`, {
      publicKey: keys.public_key,
      secretKey: keys.secret_key,
    });
  }

  private json(name: string): unknown {
    return JSON.parse(readFileSync(join(this.dataDir, name), 'utf8'));
  }

  private env(week: 'on' | 'off'): Record<string, string> {
    return {
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      WORKER_PORT: '0',
      LOG_LEVEL: 'warn',
      DEMO_WEEK: week,
    };
  }
}

/** The week is played at a lower priority than all else. */
const PLAYING = { standsBack: true };

describe('the demo week (docs/operations.md)', () => {
  const desk = new Desk();

  afterAll(() => desk.remove());

  it('leaves nothing when it is killed halfway, and is not lost by who was quicker', async () => {
    await desk.start('on');
    await new Charging(desk.merchant).paidPix();
    const isHalfway = async () =>
      ((await desk.count('repasse_demo_week', 'submerchant_documents')) ?? 0) >= 20;
    // Who looks too late need not wait for what will not come.
    await eventually(
      async () => expect(desk.note.state === 'played' || (await isHalfway())).toBe(true),
      120_000,
      PLAYING,
    );
    expect(await desk.count('', 'submerchants')).toBe(0);
    await desk.end('SIGKILL');
    expect(desk.note.state).toBe('playing');
  });

  it('comes whole with the next start, beside the running service and what people do there', async () => {
    await desk.start('on');
    const charging = new Charging(desk.merchant);
    for (let payments = 0; payments < 40; payments += 5)
      await Promise.all(Array.from({ length: 5 }, () => charging.paidPix()));
    await eventually(() => expect(desk.note.state).toBe('played'), 180_000, PLAYING);
    await eventually(() => expect(desk.said).toContain('The demo week is there'));
    expect(await desk.count('repasse_demo_week', 'merchants')).toBeNull();
  });

  it('shows cases in every state', async () => {
    const queue = await desk.queue();
    const late = queue.filter(({ due_at }) => Date.parse(due_at) < Date.now());
    expect(late.length).toBeGreaterThanOrEqual(2);
    const isFresh = (row: JsonBody) => row.age_seconds < 3_600 && row.claim === null && row.round === 1;
    expect(queue.filter(isFresh)).toHaveLength(1);
    expect(queue.filter(({ claim }) => claim !== null)).toHaveLength(1);
    expect(queue.filter(({ round }) => round === 2)).toHaveLength(1);
    expect(queue.filter(({ kind }) => kind === 'document_update')).toHaveLength(1);
    expect(queue.filter(({ awaiting_second: first }) => first?.decision === 'approve')).toHaveLength(1);
    for (const status of ['pending', 'rejected', 'active', 'suspended'])
      expect(await desk.count('', `submerchants WHERE status = '${status}'`)).toBeGreaterThanOrEqual(1);
    // A dozen.
    expect(await desk.count('', 'submerchants')).toBeGreaterThanOrEqual(12);
  });

  it('has charges of every method and status, and an endpoint that fails', async () => {
    const charges = (await desk.operator.get('/v1/review/charges?limit=100')).body.data as JsonBody[];
    expect(new Set(charges.map(({ payment_method }) => payment_method))).toEqual(
      new Set(['pix', 'boleto', 'credit_card', 'debit_card']),
    );
    expect([...new Set(charges.map(({ status }) => status))].sort()).toEqual([
      'authorized',
      'captured',
      'chargeback',
      'expired',
      'failed',
      'partially_refunded',
      'pending',
      'refunded',
      'voided',
    ]);
    const days = charges.map(({ created_at: at }) => (Date.now() - Date.parse(at)) / 86_400_000);
    expect(Math.max(...days)).toBeGreaterThan(6);
    const deliveries = (await desk.operator.get('/v1/review/deliveries?limit=100&status=retrying')).body
      .data as JsonBody[];
    expect(deliveries.length).toBeGreaterThan(0);
    for (const { endpoint_health } of deliveries) expect(endpoint_health.failing_since).not.toBeNull();
  });

  it('has sellers paid, and what a treasurer meets: withdrawals, anticipations, a difference', async () => {
    const data = async (path: string) => (await desk.operator.get(path)).body.data as JsonBody[];
    const withdrawals = await data('/v1/review/withdrawals?limit=100');
    expect([...new Set(withdrawals.map(({ status }) => status))].sort()).toEqual([
      'cancelled',
      'failed',
      'paid',
      'partially_returned',
      'processing',
      'returned',
      'under_review',
    ]);
    const waiting = withdrawals.filter(({ status }) => status === 'under_review');
    expect(waiting.map(({ needs_two: two, awaiting_second: first }) => [two, first?.by])).toEqual([
      [true, 'tereza@demo.example'],
      [false, undefined],
    ]);
    const [unknown] = withdrawals.filter(({ status }) => status === 'processing');
    expect(Date.now() - Date.parse(unknown.sent_at)).toBeGreaterThan(3_600_000);
    const anticipations = await data('/v1/review/anticipations?limit=100');
    expect(anticipations.map(({ status }) => status).sort()).toEqual(['paid', 'pending', 'refused']);
    const days = await data('/v1/review/reconciliations?limit=100');
    const [day, ...others] = days.filter(({ open }) => open > 0);
    expect([others, day.open, day.items]).toMatchObject([[], 1, { amount_differs: 1, missing_here: 1 }]);
  });

  it('every paper can be opened, and is what it says', async () => {
    const [first] = await desk.queue();
    const { documents } = (await desk.operator.get(`/v1/review/submerchants/${first.id}`)).body.data;
    expect(documents).toHaveLength(7);
    for (const { id, mime_type } of documents) {
      const file = await desk.operator.get(`/v1/review/documents/${id}/file`);
      expect([file.status, file.headers['content-type']]).toEqual([200, mime_type]);
    }
    const types = documents.map(({ mime_type }: JsonBody) => mime_type);
    expect(types).toEqual(expect.arrayContaining(['application/pdf', expect.stringMatching(/^image\//)]));
    const { findings } = (await desk.operator.get(`/v1/review/submerchants/${first.id}`)).body.data;
    expect(findings.filter(({ code }: JsonBody) => /mismatch/.test(code))).toEqual([]);
  });

  it('is told by the desk’s log in words', async () => {
    const file = join(__dirname, '../../src/backoffice/web/src/i18n/pt-BR/audit.json');
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<'action' | 'target', object>;
    const entries: JsonBody[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await desk.operator.get(`/v1/review/audit?limit=100&cursor=${cursor}`);
      entries.push(...(body.data as JsonBody[]));
      cursor = body.pagination.next_cursor as string | null;
    }
    const actions = new Set(entries.map(({ action }) => (action as string).replace('.', '_')));
    const targets = new Set(
      entries.flatMap(({ target }) => (target === null ? [] : [target.type as string])),
    );
    expect(actions.size).toBeGreaterThan(15);
    expect([...actions].filter((action) => !(action in texts.action))).toEqual([]);
    expect([...targets].filter((target) => !(target in texts.target))).toEqual([]);
  });

  it('breaks no rule of the books and no chain, and leaves no key that works', async () => {
    // A total is the sum of what is counted by month, day and hour, and of what is not yet.
    const { body } = await desk.operator.get('/v1/review/charges?limit=1');
    expect(body.pagination.total).toBe(await desk.count('', 'charges'));
    expect(desk.command('db', 'invariants').broken).toEqual([]);
    expect(desk.command('audit', 'verify').valid).toBe(true);
    expect(await desk.count('', 'api_keys WHERE revoked_at IS NULL')).toBe(1);
    expect(await desk.count('', 'operator_keys WHERE revoked_at IS NULL')).toBe(1);
  });

  it('comes once, and its papers stay', async () => {
    const before = await desk.count('', 'submerchants');
    const [first] = await desk.queue();
    const { documents } = (await desk.operator.get(`/v1/review/submerchants/${first.id}`)).body.data;
    await desk.end('SIGTERM');
    await desk.start('on');
    expect(await desk.count('', 'submerchants')).toBe(before);
    expect(desk.note.state).toBe('played');
    const unseen = (await desk.queue()).find(({ id }) => id !== first.id);
    const other = (await desk.operator.get(`/v1/review/submerchants/${unseen.id}`)).body.data.documents;
    for (const { id } of [documents[0], other[0]])
      expect((await desk.operator.get(`/v1/review/documents/${id}/file`)).status).toBe(200);
  });
});

describe('a desk where people work', () => {
  const desk = new Desk();

  afterAll(() => desk.remove());

  it('stays as it is: no week comes to it', async () => {
    await desk.start('off');
    const seller = { legal_name: 'Padaria Estrela Ltda', tax_id: '11222333000181', email: 'a@b.example' };
    expect((await desk.merchant.post('/v1/submerchants', seller)).status).toBe(201);
    await desk.end('SIGTERM');
    await desk.start('on');
    await eventually(() => expect(desk.note.state).toBe('unwanted'), 60_000);
    expect(await desk.count('', 'submerchants')).toBe(1);
  });
});

import { type JsonBody, startService, type TestMerchant, type TestService, TimeMachine } from '../support';
import { pixBody } from '../support/charges';

let machine: TimeMachine;
let service: TestService;

beforeAll(async () => {
  machine = await TimeMachine.install();
  service = await startService();
});
afterAll(() => service.stop());

const nameOf = (name: string): Record<string, unknown> => ({ customer: { ...customer, name } });
const customer = (pixBody() as { customer: object }).customer;

async function charged(merchant: TestMerchant, name: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { status, body } = await merchant.client.post('/v1/charges', pixBody(nameOf(name)));
    expect(status).toBe(201);
    ids.unshift(body.data.id as string);
  }
  return ids;
}

/**
 * Reading charges takes long, as if there were millions: until it is taken back.
 *
 * @param farther what is in the text of a statement that takes far longer
 */
async function whileChargesAreMany<T>(work: () => Promise<T>, farther = 'in none'): Promise<T> {
  const { dataSource } = service;
  const tables = ['charges', 'charge_search'];
  for (const table of tables) {
    await dataSource.query(`ALTER TABLE ${table} RENAME TO ${table}_few`);
    await dataSource.query(
      `CREATE VIEW ${table} AS SELECT * FROM ${table}_few
        WHERE (SELECT pg_sleep(CASE WHEN position($$${farther}$$ IN current_query()) > 0 THEN 10 ELSE 0.1 END)) IS NOT NULL`,
    );
  }
  try {
    return await work();
  } finally {
    for (const table of tables) {
      await dataSource.query(`DROP VIEW ${table}`);
      await dataSource.query(`ALTER TABLE ${table}_few RENAME TO ${table}`);
    }
  }
}

/** A merchant of old charges, 25 of which are found by "silva"; their ids, newest first. */
async function shop(): Promise<{ merchant: TestMerchant; found: string[] }> {
  const merchant = await service.merchant();
  await charged(merchant, 'Bia Souza', 3);
  const found = await charged(merchant, 'Ana Silva', 25);
  await charged(merchant, 'Bia Souza', 3);
  await machine.advance(3_600);
  return { merchant, found };
}

async function search(
  merchant: TestMerchant,
  rest = '',
): Promise<{ total: number; ids: string[]; next: string | null }> {
  const { status, body } = await merchant.client.get(`/v1/charges?search=silva${rest}`);
  expect(status).toBe(200);
  const { total, next_cursor: next = null } = body.pagination as {
    total: number;
    next_cursor?: string | null;
  };
  return { total, ids: (body.data as JsonBody[]).map(({ id }) => id as string), next };
}

const rename = (id: string, name: string): Promise<unknown> =>
  service.dataSource.query(`UPDATE charges SET search_text = $2 WHERE id = $1`, [id, name]);

describe('a dear search that is asked for again (decision 0003)', () => {
  it('looks at what is newer, and at its page', async () => {
    const { merchant, found } = await shop();
    expect(await whileChargesAreMany(() => search(merchant))).toMatchObject({ total: 25 });
    // No charge ever loses its name: one that has is counted by whoever has counted before.
    await rename(found.at(-1)!, 'nobody');
    expect(await search(merchant)).toMatchObject({ total: 25, ids: found.slice(0, 20) });
    await rename(found.at(-1)!, 'ana silva');
  });

  it('is exact, with what came since, page by page and walked through', async () => {
    const { merchant, found } = await shop();
    await whileChargesAreMany(() => search(merchant));
    found.unshift(...(await charged(merchant, 'Rui Silva', 4)));
    for (const page of [1, 2, 3, 4])
      expect(await search(merchant, `&limit=10&page=${page}`)).toMatchObject({
        total: 29,
        ids: found.slice(10 * (page - 1), 10 * page),
      });
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const step: Awaited<ReturnType<typeof search>> = await search(merchant, `&limit=7&cursor=${cursor}`);
      expect(step.total).toBe(29);
      walked.push(...step.ids);
      cursor = step.next;
    }
    expect(walked).toEqual(found);
  });

  it('is another one with another filter, and of another merchant', async () => {
    const { merchant, found } = await shop();
    await whileChargesAreMany(() => search(merchant));
    expect(await search(merchant, '&payment_method=boleto')).toMatchObject({ total: 0, ids: [] });
    expect(await search(await service.merchant())).toMatchObject({ total: 0, ids: [] });
    const day = machine.now().toISOString().slice(0, 10);
    expect(await search(merchant, `&date_to=${day}&limit=5`)).toMatchObject({
      total: 25,
      ids: found.slice(0, 5),
    });
  });

  it('is done anew when its page is too far away to be found shortly', async () => {
    const { merchant, found } = await shop();
    await whileChargesAreMany(() => search(merchant));
    await rename(found.at(-1)!, 'nobody');
    const anew = await whileChargesAreMany(() => search(merchant), 'AS newest');
    expect(anew).toMatchObject({ total: 24, ids: found.slice(0, 20) });
    await rename(found.at(-1)!, 'ana silva');
  });

  it('is done anew when more is found than can be there: old charges have come from elsewhere', async () => {
    const { merchant, found } = await shop();
    await whileChargesAreMany(() => search(merchant));
    const [older] = (await merchant.client.get('/v1/charges?search=souza&limit=1')).body.data as JsonBody[];
    await rename(older!.id as string, 'ana silva');
    expect(await search(merchant, '&page=2')).toMatchObject({ total: 26, ids: found.slice(19) });
    expect(await search(merchant)).toMatchObject({ total: 26 });
    await rename(older!.id as string, 'bia souza');
  });

  it('is done anew for what changes: a status', async () => {
    const { merchant, found } = await shop();
    const pending = (): Promise<{ total: number }> => search(merchant, '&status=pending');
    expect(await whileChargesAreMany(pending)).toMatchObject({ total: 25 });
    const paid = await merchant.client.post(`/v1/sandbox/charges/${found[3]}/pay`, {});
    expect(paid.status).toBeLessThan(300);
    expect(await pending()).toMatchObject({ total: 24 });
  });
});

describe('a term that ends in a number', () => {
  const ordered = async (merchant: TestMerchant, external_id: string): Promise<string> => {
    const { status, body } = await merchant.client.post('/v1/charges', pixBody({ external_id }));
    expect(status).toBe(201);
    return body.data.id as string;
  };
  const found = async (merchant: TestMerchant, term: string): Promise<unknown> => {
    const { body } = await merchant.client.get(`/v1/charges?search=${encodeURIComponent(term)}`);
    return [body.pagination.total, (body.data as JsonBody[]).map(({ id }) => id as string)];
  };

  it('finds what has all of it, not what has the number alone', async () => {
    const merchant = await service.merchant();
    const one = await ordered(merchant, 'Pedido-20251234');
    const other = await ordered(merchant, 'troca_20251234');
    expect(await found(merchant, 'pedido-20251234')).toEqual([1, [one]]);
    expect(await found(merchant, 'TROCA_20251234')).toEqual([1, [other]]);
    expect(await found(merchant, 'troca%20251234')).toEqual([0, []]);
    expect(await found(merchant, '20251234')).toEqual([2, [other, one]]);
    expect(await found(merchant, one)).toEqual([1, [one]]);
    expect(await found(merchant, `x${one}`)).toEqual([0, []]);
  });

  it('is looked for whole when what it ends in is what all have', async () => {
    const merchant = await service.merchant();
    const ids = [await ordered(merchant, 'a1-lote20251'), await ordered(merchant, 'b2-lote20251')];
    const beganMs = performance.now();
    const byPart = `|| '')`;
    expect(await whileChargesAreMany(() => found(merchant, 'a1-lote20251'), byPart)).toEqual([1, [ids[0]]]);
    // For as long as that is worth the part alone was looked for.
    expect(performance.now() - beganMs).toBeGreaterThan(300);
  });
});

import { randomBytes, randomUUID } from 'node:crypto';
import { Idempotency, ok } from '../../src/common/http';
import { PurgeIdempotencyKeysTask } from '../../src/common/http/idempotency/purge-idempotency-keys.task';
import { TxRunner } from '../../src/database';
import { eventually, patiently, useService, type TestMerchant } from '../support';

const SELLER = {
  legal_name: 'Rosa Lima',
  entity_type: 'pf',
  tax_id: '52998224725',
  email: 'rosa@example.com',
};

describe('Idempotency-Key (contract §1)', () => {
  const service = useService();
  let merchant: TestMerchant;

  beforeAll(async () => {
    merchant = await service.merchant();
  });

  const post = (body: unknown, key: string, path = '/v1/submerchants') =>
    merchant.client.post(path, body, { 'idempotency-key': key });
  const count = async (of = merchant) =>
    (await of.client.get('/v1/submerchants?limit=1')).body.pagination.total as number;

  it('same key and same body: the stored status and body, byte for byte, and Idempotent-Replayed', async () => {
    const key = randomUUID();
    const first = await post(SELLER, key);
    const again = await post(SELLER, key);
    expect(first.status).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('the layout of the JSON does not matter', async () => {
    const key = randomUUID();
    const first = await post(JSON.stringify(SELLER), key);
    expect((await post(JSON.stringify(SELLER, null, 2), key)).text).toBe(first.text);
  });

  it('another body: 422 IDEMPOTENCY_KEY_REUSED', async () => {
    const key = randomUUID();
    await post(SELLER, key);
    const answer = await post({ ...SELLER, legal_name: 'Outra' }, key);
    expect([answer.status, answer.body.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('the key hangs on the route, not on how it is spelt', async () => {
    const { id } = (await post(SELLER, randomUUID())).body.data as { id: string };
    const key = randomUUID();
    const address = {
      street: 'Rua A',
      number: '1',
      neighborhood: 'B',
      city: 'C',
      state: 'SP',
      zip_code: '01001000',
    };
    const first = await post(address, key, `/v1/submerchants/${id}/addresses`);
    expect(first.status).toBe(201);
    for (const path of [
      `/v1/submerchants/${id}/addresses/`,
      `/V1/Submerchants/${id.toUpperCase()}/Addresses`,
      `/v1/submerchants/${id.replace('-', '%2D')}/addresses`,
      `/v1/submerchants/${id}/addresses?`,
    ]) {
      const again = await post(address, key, path);
      expect([path, again.text, again.headers['idempotent-replayed']]).toEqual([path, first.text, 'true']);
    }
    const { body } = await merchant.client.get(`/v1/submerchants/${id}/addresses`);
    expect(body.pagination.total).toBe(1);
  });

  it('the scope is identity, method, path and query, and key', async () => {
    const key = randomUUID();
    const other = await service.merchant();
    const mine = (await post(SELLER, key)).body.data.id;
    const theirs = (await other.client.post('/v1/submerchants', SELLER, { 'idempotency-key': key })).body.data
      .id;
    expect(theirs).not.toBe(mine);
    const address = {
      street: 'Rua A',
      number: '1',
      neighborhood: 'B',
      city: 'C',
      state: 'SP',
      zip_code: '01000-000',
    };
    expect((await post(address, key, `/v1/submerchants/${mine}/addresses`)).status).toBe(201);
  });

  it('a refused request does not burn its key', async () => {
    const key = randomUUID();
    expect((await post({ ...SELLER, email: 'x' }, key)).status).toBe(422);
    expect((await post(SELLER, key)).status).toBe(201);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['not ASCII', 'ch\u00e1ve'],
  ])('a key that is %s: 400 INVALID_IDEMPOTENCY_KEY', async (_what, key) => {
    const answer = await merchant.client.post('/v1/submerchants', SELLER, {
      'idempotency-key': Buffer.from(key, 'utf8').toString('latin1'),
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
  });

  it('30 at once with one key: one effect, one answer for all', async () => {
    const own = await service.merchant();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        patiently(() => own.client.post('/v1/submerchants', SELLER, { 'idempotency-key': key })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await count(own)).toBe(1);
  });

  it('what one process does under a key, another one does not do as well', async () => {
    const { api, config, dataSource } = service;
    const processes = [1, 2].map(() => new Idempotency(dataSource, api.get(TxRunner), config));
    const request = { scope: randomBytes(32), body: 'the same', bulkhead: null, requestId: 'r1' };
    let effects = 0;
    const replies = await Promise.all(
      processes.map((one) =>
        one.run(request, async (tx) => {
          effects += 1;
          // Until the other one has looked, and found nothing.
          await tx.query('SELECT pg_sleep(0.2)');
          return ok('Done.', { effects });
        }),
      ),
    );
    expect(effects).toBe(1);
    expect(new Set(replies.map((reply) => reply.storedText())).size).toBe(1);
  });

  it('the first one still running after a second: 409 IDEMPOTENCY_IN_PROGRESS with retry_after_seconds', async () => {
    const key = randomUUID();
    const seller = (await post(SELLER, randomUUID())).body.data.id;
    const path = `/v1/submerchants/${seller}/addresses`;
    const address = {
      street: 'Rua A',
      number: '1',
      neighborhood: 'B',
      city: 'C',
      state: 'SP',
      zip_code: '01000-000',
    };
    const runner = service.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      // Holds the row that the first request needs, so that it keeps running inside its transaction.
      await runner.query('SELECT 1 FROM submerchants WHERE id = $1 FOR UPDATE', [seller]);
      const first = post(address, key, path);
      await eventually(async () => {
        const waiting = await service.dataSource.query<unknown[]>(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      });
      const second = await post(address, key, path);
      expect([second.status, second.body.error, second.body.retry_after_seconds]).toEqual([
        409,
        'IDEMPOTENCY_IN_PROGRESS',
        1,
      ]);
      await runner.rollbackTransaction();
      expect((await first).status).toBe(201);
      expect((await post(address, key, path)).headers['idempotent-replayed']).toBe('true');
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('what is older than 24 hours is purged in rounds; a key whose operation is pending stays, and is in progress', async () => {
    await service.dataSource.query('DELETE FROM idempotency_records');
    await service.dataSource.query(
      `INSERT INTO idempotency_records (scope, request_mac, mac_key_id, response_status, response_body, expires_at)
       SELECT decode(lpad(to_hex(n), 64, '0'), 'hex'), '', 'k', CASE WHEN n > 3 THEN 200 END, '{}',
              now() - interval '1 hour' FROM generate_series(1, 2503) AS n`,
    );
    const log = jest.spyOn(service.api.get(Idempotency, { strict: false }), 'purgeExpired');
    const transactions = service.api.get(TxRunner, { strict: false });
    const task = new PurgeIdempotencyKeysTask(
      transactions,
      service.api.get(Idempotency, { strict: false }),
      [],
    );
    await task.run();
    expect(log).toHaveBeenCalledTimes(3);
    const [left] = await service.dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM idempotency_records',
    );
    expect(Number(left?.count)).toBe(3);
    log.mockRestore();
    const key = randomUUID();
    await post(SELLER, key);
    await service.dataSource.query(
      `UPDATE idempotency_records SET response_status = NULL, response_body = NULL, expires_at = now() - interval '1 hour'`,
    );
    const answer = await post(SELLER, key);
    expect([answer.status, answer.body.error]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    await service.dataSource.query('DELETE FROM idempotency_records');
  });

  it('after 24 hours the key is free again', async () => {
    const key = randomUUID();
    const first = await post(SELLER, key);
    await service.dataSource.query("UPDATE idempotency_records SET expires_at = now() - interval '1 second'");
    const later = await post({ ...SELLER, legal_name: 'Outra' }, key);
    expect(later.status).toBe(201);
    expect(later.body.data.id).not.toBe(first.body.data.id);
  });

  it('the record holds neither the body nor the key', async () => {
    const key = `order-${randomUUID()}`;
    await post({ ...SELLER, email: 'only-in-the-request@example.com' }, key);
    const rows = JSON.stringify(
      await service.dataSource.query(
        'SELECT encode(scope, $1) AS scope, encode(request_mac, $1) AS mac FROM idempotency_records',
        ['hex'],
      ),
    );
    expect(rows).not.toContain(key);
    expect(rows).not.toContain('only-in-the-request');
  });
});

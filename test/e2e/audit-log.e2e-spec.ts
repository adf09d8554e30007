import { AuditLog, CLI_ACTOR, operatorActor, SYSTEM_ACTOR } from '../../src/common/audit';
import { afterCommit, beforeCommit, type Tx, TxRunner } from '../../src/database';
import { startService, type TestMerchant, type TestService } from '../support';
import { appendAudit, auditRows, verifyAudit } from '../support/audit';

const PARALLEL = 50;
const OPERATOR = {
  operatorId: '01930000-0000-7000-8000-000000000001',
  email: 'ana@repasse.test',
  requestId: 'r1',
};

let service: TestService;
let another: TestService;
let merchants: TestMerchant[];

beforeAll(async () => {
  // Connections enough for all parallel transactions to be open at once.
  service = await startService({ env: { DATABASE_POOL_SIZE: '60' } });
  another = await startService({ env: { DATABASE_POOL_SIZE: '20' } });
  merchants = [await service.merchant(), await service.merchant()];
});
afterAll(async () => {
  await another.stop();
  await service.stop();
});

const transaction = <T>(work: (tx: Tx) => Promise<T>, of: TestService = service) =>
  of.api.get(TxRunner).run(work);
const append = (tx: Tx, details: Record<string, unknown>) =>
  service.api.get(AuditLog).append(tx, { action: 'test.parallel', actor: SYSTEM_ACTOR, details });
const lockMerchant = (tx: Tx, index: number) =>
  tx.query('UPDATE merchants SET name = name WHERE id = $1', [merchants[index % 2]?.id]);

async function expectSound(): Promise<void> {
  const rows = await auditRows(service.dataSource);
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, index) => index + 1));
  expect(await verifyAudit(service)).toMatchObject({ valid: true, entries: rows.length, firstBroken: null });
}

describe('Contract §8, audit: appending', () => {
  it(`${PARALLEL} parallel transactions through two services, of one and of two entries, leave a gapless valid chain`, async () => {
    const before = (await auditRows(service.dataSource)).length;
    await Promise.all(
      Array.from({ length: PARALLEL }, (_, n) => {
        const entries = Array.from({ length: 1 + (n % 2) }, (__, part) => ({ details: { n, part } }));
        return appendAudit(n % 5 === 0 ? another : service, ...entries);
      }),
    );
    const rows = (await auditRows(service.dataSource)).slice(before);
    expect(rows).toHaveLength(PARALLEL * 1.5);
    // The entries of one transaction stand together, in their order.
    const seen = rows.map(({ details }) => JSON.parse(details) as { n: number; part: number });
    const together = seen.filter(({ n, part }, index) => part === 0 || seen[index - 1]?.n === n);
    expect(together).toHaveLength(rows.length);
    expect(new Set(seen.map(({ n }) => n)).size).toBe(PARALLEL);
    await expectSound();
  });

  it('no order of append and row locks ends in a deadlock: every transaction runs once', async () => {
    let runs = 0;
    await Promise.all(
      Array.from({ length: PARALLEL }, (_, n) =>
        transaction(async (tx) => {
          runs += 1;
          if (n % 2 === 0) await append(tx, { n });
          await lockMerchant(tx, n >> 1);
          if (n % 2 === 1) await append(tx, { n });
          await tx.query('SELECT pg_sleep(0.002)');
        }),
      ),
    );
    expect(runs).toBe(PARALLEL);
    await expectSound();
  });

  it('the head is not locked before the work is done: another transaction appends and commits meanwhile', async () => {
    await transaction(async (tx) => {
      await append(tx, { first: true });
      await appendAudit(another, { details: { concurrent: true } });
    });
    const last = (await auditRows(service.dataSource)).slice(-2).map(({ details }) => details);
    expect(last).toEqual(['{"concurrent":true}', '{"first":true}']);
  });

  it('a change that is rolled back leaves no entry, neither do half of 50 parallel ones', async () => {
    const before = (await auditRows(service.dataSource)).length;
    const outcomes = await Promise.allSettled(
      Array.from({ length: PARALLEL }, (_, n) =>
        transaction(async (tx) => {
          await append(tx, { rolledBack: n % 2 === 0 });
          await lockMerchant(tx, n);
          if (n % 2 === 0) throw new Error('refused');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(PARALLEL / 2);
    const rows = (await auditRows(service.dataSource)).slice(before);
    expect(rows.map(({ details }) => details)).toEqual(Array(PARALLEL / 2).fill('{"rolledBack":false}'));
    await expectSound();
  });

  it('an entry that cannot be written undoes the change it tells of', async () => {
    const [merchant] = merchants;
    const change = transaction(async (tx) => {
      await service.api.get(AuditLog).append(tx, { action: 'Not.An action', actor: SYSTEM_ACTOR });
      await tx.query(`UPDATE merchants SET name = 'changed' WHERE id = $1`, [merchant?.id]);
    });
    await expect(change).rejects.toThrow('ck_audit_entries_action');
    const [row] = await service.dataSource.query('SELECT name FROM merchants WHERE id = $1', [merchant?.id]);
    expect(row.name).toBe('Feira Livre');
    await expectSound();
  });

  it('a transaction that PostgreSQL asks to run again leaves its entry once', async () => {
    let runs = 0;
    await transaction(async (tx) => {
      runs += 1;
      await append(tx, { again: true });
      if (runs < 3) await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`);
    });
    expect(runs).toBe(3);
    const rows = await auditRows(service.dataSource, 'test.parallel');
    expect(rows.filter(({ details }) => details === '{"again":true}')).toHaveLength(1);
  });

  it('keeps who, what and when; masks secrets, tax and card numbers; cuts long texts', async () => {
    const details = {
      secret: 'sk_live_0123456789abcdef',
      nested: [{ cpf: '529.982.247-25', card: 'pan 4111111111111111' }],
      long: 'é'.repeat(5_000),
      odd: `a\u0000b\ud800"\\`,
      count: 3,
      at: new Date(0),
      nothing: null,
    };
    const target = { type: 'api_key', id: 'pk_live_1' };
    const merchantId = merchants[0]?.id ?? '';
    const from = Date.now();
    await appendAudit(
      service,
      { action: 'key.issued', actor: operatorActor(OPERATOR), target, merchantId, details },
      { action: 'key.revoked', actor: CLI_ACTOR },
    );
    const [issued, revoked] = (await auditRows(service.dataSource)).slice(-2);
    expect(issued).toMatchObject({
      action: 'key.issued',
      actor_kind: 'operator',
      actor_id: OPERATOR.operatorId,
      actor_email: OPERATOR.email,
      target_type: 'api_key',
      target_id: 'pk_live_1',
      merchant_id: merchantId,
    });
    expect(issued!.at.getTime()).toBeGreaterThanOrEqual(from);
    expect(issued!.at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(JSON.parse(issued!.details)).toEqual({
      secret: '***',
      nested: [{ cpf: '***', card: 'pan ***' }],
      long: `${'é'.repeat(300)}…`,
      odd: 'ab\ufffd"\\',
      count: 3,
      at: '1970-01-01T00:00:00.000Z',
      nothing: null,
    });
    expect(revoked).toMatchObject({ actor_kind: 'cli', actor_id: null, target_id: null, details: '{}' });
    await expectSound();
  });
});

describe('Contract §8, audit: append-only', () => {
  it.each([
    ["UPDATE audit_entries SET action = 'a.b'"],
    ["UPDATE audit_entries SET action = 'a.b' WHERE false"],
    ['DELETE FROM audit_entries WHERE sequence = 1'],
    ['TRUNCATE audit_entries'],
    ['UPDATE audit_head SET entries = entries - 1'],
    [`UPDATE audit_head SET mac = decode(repeat('ff', 32), 'hex')`],
    ['DELETE FROM audit_head'],
    ['TRUNCATE audit_head, audit_entries'],
    [`INSERT INTO audit_head VALUES (2, 0, decode(repeat('00', 32), 'hex'), NULL)`],
    ["SET LOCAL session_replication_role = 'replica'; DELETE FROM audit_entries"],
  ])('the database refuses: %s', async (statement) => {
    const attempt = service.dataSource.transaction((manager) => manager.query(statement));
    await expect(attempt).rejects.toThrow('the audit log grows only');
  });

  it.each([
    ['a second entry with the same sequence', 'sequence, ', '1, ', 'pk_audit_entries'],
    ['a sequence below 1', 'sequence, ', '0, ', 'ck_audit_entries_sequence'],
    ['details that are no object', 'details, ', `'[]', `, 'ck_audit_entries_details'],
    ['a short mac', 'mac, ', `'\\x00', `, 'ck_audit_entries_mac'],
    ['an unknown kind of actor', 'actor_kind, ', `'ghost', `, 'ck_audit_entries_actor_kind'],
    ['an operator without a name', 'actor_kind, ', `'operator', `, 'ck_audit_entries_actor'],
    ['half a target', 'target_type, ', `'key', `, 'ck_audit_entries_target'],
    ['no action', 'action, ', `'created', `, 'ck_audit_entries_action'],
  ])('nor does it take %s', async (_what, column, value, constraint) => {
    const columns = ['sequence', 'at', 'action', 'actor_kind', 'details', 'mac'];
    const values = ['1000000', 'now()', `'a.b'`, `'cli'`, `'{}'`, `decode(repeat('00', 32), 'hex')`];
    const kept = columns
      .map((name, index) => [name, values[index]])
      .filter(([name]) => !column.startsWith(`${name},`));
    const statement = `INSERT INTO audit_entries (${column}${kept.map(([name]) => name).join()})
      VALUES (${value}${kept.map(([, of]) => of).join()})`;
    await expect(service.dataSource.query(statement)).rejects.toThrow(constraint);
  });
});

describe('Contract §8, audit: the key and the head', () => {
  it('a process with another AUDIT_KEY adds nothing, and its change does not happen', async () => {
    const wrong = await startService({ env: { AUDIT_KEY: Buffer.alloc(32, 1).toString('base64') } });
    try {
      const before = (await auditRows(service.dataSource)).length;
      await expect(wrong.merchant({ name: 'Nobody' })).rejects.toThrow('AUDIT_KEY is not the key');
      const found = await service.dataSource.query(`SELECT id FROM merchants WHERE name = 'Nobody'`);
      expect([found, (await auditRows(service.dataSource)).length]).toEqual([[], before]);
      expect(await verifyAudit(wrong)).toMatchObject({
        valid: false,
        entries: before,
        firstBroken: { sequence: 1, reason: 'wrong_key' },
      });
    } finally {
      await wrong.stop();
    }
    await expectSound();
  });

  it('what waits for the commit never happens when the transaction is rolled back', async () => {
    const seen: string[] = [];
    const run = (fails: boolean) =>
      transaction(async (tx) => {
        afterCommit(tx, () => seen.push('committed'));
        beforeCommit(tx, async () => {
          seen.push('last');
          await tx.query(fails ? 'SELECT 1 / 0' : 'SELECT 1');
        });
        await tx.query('SELECT 1');
        seen.push('work');
      });
    await expect(run(true)).rejects.toThrow('division by zero');
    expect(seen.splice(0)).toEqual(['work', 'last']);
    await run(false);
    expect(seen).toEqual(['work', 'last', 'committed']);
  });
});

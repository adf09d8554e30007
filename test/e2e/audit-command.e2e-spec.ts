import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/program';
import { eventually, startService, type TestService, type JsonBody } from '../support';
import { appendAudit, type AuditRow, auditRows, verifyAudit } from '../support/audit';
import { breaksRule } from '../support/books';
import { startProcess, type TestProcess } from '../support/process';

breaksRule(
  'every entry of the audit log is the one that was written',
  'at the end the log is under another AUDIT_KEY than at first',
);

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON object of standard output. */
  readonly json: JsonBody;
}

async function cli(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const code = await runCommandLine(args, env, {
    answer: (text) => (stdout += text),
    note: (text) => (stderr += text),
  });
  return { code, stdout, stderr, json: args.includes('--json') ? JSON.parse(stdout) : null };
}

describe('Contract §9, audit verify', () => {
  let service: TestService;
  let run: (...args: string[]) => Promise<Outcome>;
  beforeAll(async () => {
    service = await startService();
    run = (...args) => cli(service.environment, ...args);
  });
  afterAll(() => service.stop());

  it('an empty log is valid, a log with entries too: exit code 0', async () => {
    const empty = await run('audit', 'verify', '--json');
    expect([empty.code, empty.json]).toEqual([
      0,
      { valid: true, entries: 0, head: { entries: 0, mac: '0'.repeat(64) } },
    ]);
    await appendAudit(service, {}, {}, {});
    const { code, json } = await run('audit', 'verify', '--json');
    expect([code, json]).toEqual([0, { valid: true, entries: 3, head: (await verifyAudit(service)).head }]);
    const words = await run('audit', 'verify');
    expect([words.code, words.stdout]).toEqual([
      0,
      `The audit log is sound: 3 entries.\nHead: 3 entries, mac ${json.head.mac}\n`,
    ]);
  });

  it('--head takes any head that was noted, in either case, and fails for one that is not in the log', async () => {
    const [first] = await auditRows(service.dataSource);
    const mac = first?.mac.toString('hex') ?? '';
    expect((await run('audit', 'verify', '--head', mac)).code).toBe(0);
    expect((await run('audit', 'verify', '--head', mac.toUpperCase())).code).toBe(0);
    const unknown = await run('audit', 'verify', '--head', randomBytes(32).toString('hex'), '--json');
    expect([unknown.code, unknown.json]).toMatchObject([
      1,
      { valid: false, entries: 3, first_broken: { sequence: 4, reason: 'noted_head_not_found' } },
    ]);
    const nonsense = await run('audit', 'verify', '--head', mac.slice(1));
    expect([nonsense.code === 0, nonsense.stdout]).toEqual([false, '']);
    expect(nonsense.stderr).toContain('64 hexadecimal digits');
  });

  it('another AUDIT_KEY is named as the reason, by doctor too', async () => {
    const env = { ...service.environment, AUDIT_KEY: randomBytes(32).toString('base64') };
    const { code, json } = await cli(env, 'audit', 'verify', '--json');
    expect([code, json.first_broken]).toEqual([1, { sequence: 1, reason: 'wrong_key' }]);
    expect((await cli(env, 'audit', 'verify')).stdout).toContain('AUDIT_KEY is not the key of this log');
    const findings = (await cli(env, 'doctor', '--json')).json.checks as { check: string; ok: boolean }[];
    expect(findings.find(({ check }) => check === 'audit key')?.ok).toBe(false);
    const own = (await run('doctor', '--json')).json.checks as { check: string; ok: boolean }[];
    expect(own.find(({ check }) => check === 'audit key')?.ok).toBe(true);
    const refused = await cli(env, 'merchants', 'create', '--name', 'Nobody', '--json').catch(() => null);
    expect(refused?.code ?? 1).toBe(1);
  });

  it('a broken log: exit code 1, and in words where and why', async () => {
    await service.dataSource.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
    await service.dataSource.query(`UPDATE audit_entries SET action = 'nothing.happened' WHERE sequence = 2`);
    const { code, stdout } = await run('audit', 'verify');
    expect(code).toBe(1);
    expect(stdout).toContain(
      'The audit log is broken at entry 2 of 3: it is not the entry that was written.',
    );
    await service.dataSource.query(`UPDATE audit_entries SET action = 'test.appended' WHERE sequence = 2`);
    expect((await run('audit', 'verify')).code).toBe(0);
  });

  it('what the command line changes is in the log, by the command line', async () => {
    const before = (await auditRows(service.dataSource)).length;
    const { json: merchant } = await run('merchants', 'create', '--name', 'Feira', '--json');
    const { json: pair } = await run('keys', 'create', merchant.merchant_id, '--scopes', 'read', '--json');
    await run('keys', 'revoke', pair.public_key, '--json');
    await run('merchants', 'limits', merchant.merchant_id, '--queries', '7', '--json');
    await run('merchants', 'limits', merchant.merchant_id, '--json');
    const email = 'eva@repasse.test';
    const password = 'a long password';
    await run('operators', 'create', '--email', email, '--role', 'viewer', '--password', password, '--json');
    const { json: own } = await run('operators', 'keys', email, '--json');
    await run('operators', 'keys', 'revoke', own.public_key, '--json');
    await run('operators', 'disable', email, '--json');
    await run('operators', 'enable', email, '--json');
    await run('operators', 'password', email, '--password', `${password}!`, '--json');
    await run('secrets', 'rotate', '--json');
    const rows = (await auditRows(service.dataSource)).slice(before);
    const brief = ({ action, target_id: target }: AuditRow) => [action, target];
    const operatorId = rows.find(({ action }) => action === 'operator.created')?.target_id;
    expect(rows.map(brief)).toEqual([
      ['merchant.created', merchant.merchant_id],
      ['key.issued', merchant.public_key],
      ['key.issued', pair.public_key],
      ['key.revoked', pair.public_key],
      ['limits.changed', merchant.merchant_id],
      ['operator.created', operatorId],
      ['key.issued', own.public_key],
      ['key.revoked', own.public_key],
      ['operator.changed', operatorId],
      ['operator.changed', operatorId],
      ['operator.changed', operatorId],
      ['secrets.rotated', null],
    ]);
    expect(new Set(rows.map(({ actor_kind: kind }) => kind))).toEqual(new Set(['cli']));
    const all = rows.map(({ details }) => details).join('\n');
    for (const secret of [merchant.secret_key, pair.secret_key, own.secret_key, password])
      expect(all).not.toContain(secret);
    expect(all).toContain('"to":{"transactions":null,"queries":7,"default":null}');
    expect((await run('audit', 'verify')).code).toBe(0);
  });

  it('a command that is refused leaves no entry', async () => {
    const before = (await auditRows(service.dataSource)).length;
    const password = 'a long password';
    const again = await run(
      'operators',
      'create',
      '--email',
      'eva@repasse.test',
      '--role',
      'viewer',
      '--password',
      password,
    );
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('OPERATOR_EXISTS')]);
    expect((await run('keys', 'revoke', 'pk_test_none')).code).toBe(1);
    expect(await auditRows(service.dataSource)).toHaveLength(before);
  });
});

describe('Contract §8, audit: the head is logged', () => {
  it('by a process at its start and after each append: with the last line a cut log is found', async () => {
    const service = await startService();
    const admin = await service.operator({ role: 'admin' });
    const atStart = (await verifyAudit(service)).head?.mac ?? '';
    await service.stop();
    const api: TestProcess = await startProcess(service, 'main');
    try {
      expect(heads(api)).toEqual([atStart]);
      const body = { email: 'nobody@repasse.test', password: 'not the password' };
      expect((await api.client().post('/v1/review/session', body)).status).toBe(401);
      await eventually(() => {
        expect(heads(api)).toHaveLength(2);
      });
      const newest = (await api.client(admin).get('/v1/review/audit')).body.data[0];
      expect([newest.action, newest.mac]).toEqual(['session.failed', heads(api)[1]]);
      for (const mac of heads(api))
        expect((await cli(service.environment, 'audit', 'verify', '--head', mac)).code).toBe(0);
    } finally {
      await api.end('SIGTERM');
    }
  });
});

/** Last in this file: afterwards the log of its database has another key. */
describe('docs/operations.md: a new audit log', () => {
  it('begins with another key where the old one ended, and is guarded again', async () => {
    const old = await startService();
    await appendAudit(old, {}, {});
    const steps = /## The audit log[^]*?```sql\n([^]*?)```/.exec(
      readFileSync(join(__dirname, '..', '..', 'docs', 'operations.md'), 'utf8'),
    )?.[1];
    await old.dataSource.query(steps ?? '');
    await old.stop();
    const service = await startService({ env: { AUDIT_KEY: randomBytes(32).toString('base64') } });
    try {
      expect(await verifyAudit(service)).toMatchObject({ valid: true, entries: 0 });
      await appendAudit(service, {}, {}, {});
      expect(await verifyAudit(service)).toMatchObject({ valid: true, entries: 3 });
      for (const statement of [
        'DELETE FROM audit_entries',
        'DELETE FROM audit_head',
        'UPDATE audit_head SET entries = 1',
      ])
        await expect(service.dataSource.query(statement)).rejects.toThrow('the audit log grows only');
    } finally {
      await service.stop();
    }
  });
});

function heads(process: TestProcess): string[] {
  return [...process.output().matchAll(/audit head: \d+ entries, mac ([0-9a-f]{64})"/g)].map(
    ([, mac]) => mac ?? '',
  );
}

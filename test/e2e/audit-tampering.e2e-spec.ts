import { randomInt } from 'node:crypto';
import { AuditChain, CLI_ACTOR, operatorActor, SYSTEM_ACTOR } from '../../src/common/audit';
import { runCommandLine } from '../../src/cli/program';
import { useService, type TestOperator, type JsonBody } from '../support';
import { appendAudit, type AuditRow, auditRows, verifyAudit } from '../support/audit';
import { openForTampering, randomTampering } from '../support/audit-tampering';
import type { Tampering } from '../support/audit-tricks';
import { Dice } from '../support/dice';

const ENTRIES = 100;
const TAMPERINGS = 1_000;
/** Committed one after the other, and looked at over HTTP and by the command line. */
const COMMITTED = 30;
const SEED = randomInt(2 ** 31);

const service = useService();
let admin: TestOperator;
let log: AuditRow[];
let head: string;

beforeAll(async () => {
  admin = await service.operator({ role: 'admin' });
  await service.merchant();
  const dice = new Dice(SEED);
  while ((await auditRows(service.dataSource)).length < ENTRIES) await appendAudit(service, anything(dice));
  await openForTampering(service.dataSource);
  await service.dataSource.query('CREATE TABLE kept_entries AS TABLE audit_entries');
  await service.dataSource.query('CREATE TABLE kept_head AS TABLE audit_head');
  log = await auditRows(service.dataSource);
  const verdict = await verifyAudit(service);
  expect(verdict).toMatchObject({ valid: true, entries: ENTRIES });
  head = verdict.head?.mac ?? '';
});

/** An entry of any shape. */
function anything(dice: Dice): Parameters<typeof appendAudit>[1] {
  const id = `01930000-0000-7000-8000-${String(dice.below(1_000)).padStart(12, '0')}`;
  return {
    action: dice.pick(['key.issued', 'limits.changed', 'case.approved', 'session.failed'] as const),
    actor: dice.pick([
      SYSTEM_ACTOR,
      CLI_ACTOR,
      operatorActor({ operatorId: id, email: 'ana@repasse.test', requestId: 'r1' }),
    ]),
    ...(dice.below(2) === 0 ? {} : { target: { type: dice.pick(['merchant', 'api_key', 'ação']), id } }),
    ...(dice.below(2) === 0 ? {} : { merchantId: id }),
    details: dice.pick([{}, { n: dice.below(10) }, { b: 1, a: { text: 'São "João"\n' } }]),
  };
}

describe(`Contract §8, audit verify: seed ${SEED}`, () => {
  it(`locates ${TAMPERINGS} random tamperings with the stored rows, every one`, async () => {
    const dice = new Dice(SEED + 1);
    const chain = service.api.get(AuditChain);
    const runner = service.dataSource.createQueryRunner();
    const missed: unknown[] = [];
    const kinds = new Set<string>();
    try {
      for (let number = 1; number <= TAMPERINGS; number += 1) {
        const tampering = randomTampering(dice, log);
        kinds.add(tampering.kind);
        await runner.startTransaction();
        for (const { sql, values } of tampering.statements) await runner.query(sql, [...(values ?? [])]);
        const verdict = await chain.verifyOn(runner.manager, tampering.hidesItsTrace === true ? head : null);
        const found = verdict.firstBroken;
        const located = found?.sequence === tampering.sequence && tampering.reasons.includes(found.reason);
        if (verdict.valid || !located) missed.push({ number, ...tampering, found });
        await runner.rollbackTransaction();
      }
    } finally {
      await runner.release();
    }
    expect(missed).toEqual([]);
    // Nothing was left out: ten columns, fifteen other tricks.
    expect(kinds.size).toBe(25);
    expect(await verifyAudit(service, head)).toMatchObject({ valid: true, entries: ENTRIES });
  });

  it(`and ${COMMITTED} committed ones, over HTTP and by the command line, which fails`, async () => {
    const dice = new Dice(SEED + 2);
    for (let number = 1; number <= COMMITTED; number += 1) {
      const tampering = randomTampering(dice, log);
      await commit(tampering);
      const note = tampering.hidesItsTrace === true ? ['--head', head] : [];
      const { code, json } = await command('audit', 'verify', ...note, '--json');
      expect([number, tampering.kind, code, json.valid, json.first_broken.sequence]).toEqual([
        number,
        tampering.kind,
        1,
        false,
        tampering.sequence,
      ]);
      expect(tampering.reasons).toContain(json.first_broken.reason);
      const answer = await admin.client.get('/v1/review/audit/verify');
      expect(answer.status).toBe(200);
      // Without the head that was noted nobody can tell a log that was cut with its head from one that ended there.
      expect(answer.body.data.valid).toBe(tampering.hidesItsTrace === true);
      if (tampering.hidesItsTrace !== true) expect(answer.body.data.first_broken).toEqual(json.first_broken);
      await restore();
    }
    expect((await command('audit', 'verify', '--head', head, '--json')).code).toBe(0);
  });
});

async function commit({ statements }: Tampering): Promise<void> {
  await service.dataSource.transaction(async (manager) => {
    for (const { sql, values } of statements) await manager.query(sql, [...(values ?? [])]);
  });
}

async function restore(): Promise<void> {
  await service.dataSource.query('TRUNCATE audit_entries, audit_head');
  await service.dataSource.query('INSERT INTO audit_entries SELECT * FROM kept_entries');
  await service.dataSource.query('INSERT INTO audit_head SELECT * FROM kept_head');
}

async function command(...args: string[]): Promise<{ code: number; json: JsonBody }> {
  let stdout = '';
  const code = await runCommandLine(
    args,
    { ...service.environment },
    {
      answer: (text) => (stdout += text),
      note: () => undefined,
    },
  );
  return { code, json: JSON.parse(stdout) };
}

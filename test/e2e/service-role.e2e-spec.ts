import { runCommandLine } from '../../src/cli/program';
import { SCHEDULED_TASKS, type ScheduledTask } from '../../src/common/queue';
import { migrateDatabase } from '../../src/migrate';
import { Onboarding, startService, startTasks, type TestService } from '../support';
import { auditRows } from '../support/audit';
import { offencesAgainstRights, RIGHTS } from '../support/database-rights';
import { keepBooks } from '../support/kept-books';
import { RichRun } from '../support/rich-run';
import { TwoRoles } from '../support/two-roles';

describe('the role of the service owns nothing (decision 0027)', () => {
  let roles: TwoRoles;
  let service: TestService;

  beforeAll(async () => {
    roles = await TwoRoles.make();
    await migrateDatabase(roles.ownerUrl, roles.service);
    service = await startService({ worker: true, env: { DATABASE_URL: roles.serviceUrl } });
  });
  afterAll(async () => {
    await service.stop();
    await roles.drop();
  });

  const cli = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
    let output = '';
    const write = (text: string): void => {
      output += text;
    };
    const code = await runCommandLine(args, env, { answer: write, note: write });
    return { code, output };
  };
  const migrate = (role = roles.service) =>
    cli(
      { ...service.environment, DATABASE_URL: roles.ownerUrl, DATABASE_SERVICE_ROLE: role },
      'db',
      'migrate',
    );
  const offences = (): Promise<string[]> => offencesAgainstRights(roles);

  describe('what it may do', () => {
    it('has exactly the rights it should have, on every table, sequence, function and schema', async () => {
      expect(await offences()).toEqual([]);
    });

    it.each([
      ['a table', 'CREATE TABLE a (id int)', 'public.a: ', 'DROP TABLE a'],
      ['a sequence', 'CREATE SEQUENCE bullmq.s', 'bullmq.s: ', 'DROP SEQUENCE bullmq.s'],
      ['a schema', 'CREATE SCHEMA extra', 'extra: ', 'DROP SCHEMA extra'],
      [
        'more on a table',
        'GRANT TRUNCATE ON charges TO {service}',
        'public.charges: DELETE, INSERT, SELECT, TRUNCATE, UPDATE',
        null,
      ],
      [
        'less on a table',
        'REVOKE DELETE ON charges FROM {service}',
        'public.charges: INSERT, SELECT, UPDATE',
        null,
      ],
      [
        'a way to change the audit log',
        'GRANT UPDATE (details) ON audit_entries TO {service}',
        'public.audit_entries: INSERT, SELECT, UPDATE (details)',
        null,
      ],
      [
        'a place to make things in',
        'GRANT CREATE ON SCHEMA bullmq TO {service}',
        'bullmq: CREATE, USAGE',
        null,
      ],
      [
        'what everybody may do',
        'GRANT SELECT ON charges TO PUBLIC',
        `public.charges: ${RIGHTS}: everybody SELECT`,
        'REVOKE SELECT ON charges FROM PUBLIC',
      ],
    ])(
      'the comparison finds %s; what is granted to the role db migrate sets right',
      async (_, plant, found, undo) => {
        await roles.as('owner', plant.replaceAll('{service}', roles.service));
        try {
          expect(await offences()).toEqual([found]);
          if (undo === null) expect((await migrate()).code).toBe(0);
        } finally {
          if (undo !== null) await roles.as('owner', undo);
        }
        expect(await offences()).toEqual([]);
      },
    );

    it('everything that can happen to registrations, charges and books happens under it, and the books hold', async () => {
      const { merchant } = await RichRun.play(service);
      await keepBooks(service, merchant.id);
      expect(await cli(service.environment, 'db', 'invariants')).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^All \d+ rules hold\./) as string,
      });
    });

    it('every task of the worker runs under it', async () => {
      const worker = await startTasks(service.config);
      try {
        const tasks = worker.get<ScheduledTask[]>(SCHEDULED_TASKS, { strict: false });
        expect(tasks.length).toBeGreaterThan(10);
        for (const task of tasks) await task.run();
      } finally {
        await worker.close();
      }
    });

    it('an operator’s action is in the audit log, and audit verify, db check and doctor run under it', async () => {
      const admin = await service.operator({ role: 'admin' });
      const merchant = await service.merchant();
      const session = await admin.logIn();
      const path = `/v1/review/merchants/${merchant.id}/limits`;
      expect((await session.patch(path, { transactions: 7 })).status).toBe(200);
      const entries = await auditRows(service.dataSource, 'limits.changed');
      expect(entries.at(-1)).toMatchObject({ actor_id: admin.id, merchant_id: merchant.id });
      // A view, which reads with the rights of its owner.
      const waiting = await new Onboarding(merchant.client).submittedPerson();
      const queue = await admin.client.get('/v1/review/submerchants');
      expect((queue.body.data as { id: string }[]).map(({ id }) => id)).toContain(waiting);
      for (const args of [['audit', 'verify'], ['db', 'check'], ['doctor'], ['secrets', 'rotate']])
        expect(await cli(service.environment, ...args)).toMatchObject({ code: 0 });
    });
  });

  it('doctor tells whoever serves as the owner of the tables, and as nobody else', async () => {
    const doctor = async (url: string): Promise<unknown> => {
      const { output } = await cli({ ...service.environment, DATABASE_URL: url }, 'doctor', '--json');
      const { checks } = JSON.parse(output) as { checks: { check: string }[] };
      return checks.find(({ check }) => check === 'database role');
    };
    expect(await doctor(roles.serviceUrl)).toEqual({
      check: 'database role',
      ok: true,
      message: roles.service,
    });
    expect(await doctor(roles.ownerUrl)).toMatchObject({
      ok: true,
      warning: true,
      message: expect.stringContaining('owns the tables'),
    });
    const owner = await cli({ ...service.environment, DATABASE_URL: roles.ownerUrl }, 'doctor');
    expect(owner).toMatchObject({ code: 0, output: expect.stringContaining('WARN') });
  });

  describe('what it may not do', () => {
    it.each([
      `UPDATE audit_entries SET details = '{}'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      'INSERT INTO audit_head SELECT * FROM audit_head',
      'UPDATE audit_head SET id = 1',
      'DELETE FROM audit_head',
      'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
      'DROP TRIGGER tr_audit_entries_append_only ON audit_entries',
      'SET session_replication_role = replica',
      `INSERT INTO schema_migrations (timestamp, name) VALUES (1, 'x')`,
      'UPDATE schema_migrations SET name = name',
      'DELETE FROM schema_migrations',
      'DELETE FROM bullmq.migration',
      'DROP TABLE charges',
      'DROP INDEX ix_charge_search_text',
      'TRUNCATE charges CASCADE',
      'ALTER TABLE charges ADD COLUMN x int',
      'ALTER TABLE charges DROP CONSTRAINT pk_charges CASCADE',
      'CREATE INDEX ON charges (status)',
      'CREATE TRIGGER t BEFORE INSERT ON charges FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()',
      'CREATE TABLE a (id int)',
      'CREATE TABLE bullmq.a (id int)',
      'CREATE SEQUENCE sandbox_provider.s',
      'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      'CREATE SCHEMA extra',
      'SET ROLE {owner}',
      'GRANT {owner} TO {service}',
      'ALTER TABLE audit_entries OWNER TO {service}',
      'ALTER ROLE {service} SUPERUSER',
      'CREATE ROLE another',
      `COPY (SELECT 1) TO PROGRAM 'true'`,
    ])('%s', async (statement) => {
      const sql = statement.replace('{owner}', roles.owner).replace('{service}', roles.service);
      // Not the triggers of the audit log, which refuse with words of their own: the rights stand before them.
      await expect(roles.as('service', sql)).rejects.toMatchObject({
        code: '42501',
        message: expect.stringMatching(/^(permission denied|must be owner|must be able)/) as string,
      });
    });

    it('give itself or anybody else what it has not', async () => {
      // PostgreSQL warns that nothing was granted, and does not fail.
      await roles.as('service', `GRANT UPDATE, DELETE ON audit_entries, audit_head TO ${roles.service}`);
      await roles.as('service', 'GRANT SELECT ON charges TO PUBLIC');
      expect(await offences()).toEqual([]);
    });

    it('db migrate, whose rights are the owner’s', async () => {
      expect(await cli(service.environment, 'db', 'migrate')).toMatchObject({
        code: 1,
        output: expect.stringContaining('permission denied') as string,
      });
    });
  });

  describe('db migrate with DATABASE_SERVICE_ROLE', () => {
    it('says to whom it granted, changes nothing the second time, and takes turns with another one', async () => {
      expect(await migrate()).toEqual({
        code: 0,
        output: `The schema was up to date.\nRights granted to ${roles.service}.\n`,
      });
      const outcomes = await Promise.all([migrate(), migrate(), migrate()]);
      expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
      expect(await offences()).toEqual([]);
    });

    it('reaches what has been made since: a table of a later version serves after it, and not before', async () => {
      await roles.as('owner', 'CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY, note text)');
      const write = `INSERT INTO later (note) VALUES ('x') RETURNING currval(pg_get_serial_sequence('later', 'id'))`;
      await expect(roles.as('service', write)).rejects.toThrow('permission denied');
      expect((await migrate()).code).toBe(0);
      expect(await roles.as('service', write)).toEqual([{ currval: '1' }]);
      await expect(roles.as('service', 'DROP TABLE later')).rejects.toThrow('must be owner');
      await roles.as('owner', 'DROP TABLE later');
    });

    it('refuses a role that would keep nothing from the service, and leaves all rights as they were', async () => {
      const [member, maker] = [`${roles.database}_member`, `${roles.database}_maker`];
      await roles.asAdmin(`CREATE ROLE ${member} IN ROLE ${roles.owner}; CREATE ROLE ${maker} CREATEROLE`);
      try {
        const outcomes: Record<string, string> = {};
        for (const role of ['nobody-has-this-name', 'public', roles.owner, member, maker]) {
          const { code, output } = await migrate(role);
          expect(code).toBe(1);
          outcomes[role] = output;
        }
        for (const role of ['nobody-has-this-name', 'public'])
          expect(outcomes[role]).toContain(`there is no role "${role}"`);
        for (const role of [roles.owner, member, maker])
          expect(outcomes[role]).toContain(`"${role}" owns the tables, or is or may become`);
      } finally {
        await roles.asAdmin(`DROP ROLE ${member}, ${maker}`);
      }
      expect(await offences()).toEqual([]);
    });

    it('names what the role has by another way, which no grant of ours takes from it', async () => {
      await roles.as(
        'owner',
        'GRANT UPDATE ON audit_entries TO PUBLIC; GRANT CREATE ON SCHEMA bullmq TO PUBLIC',
      );
      const { code, output } = await migrate();
      await roles.as(
        'owner',
        'REVOKE UPDATE ON audit_entries FROM PUBLIC; REVOKE CREATE ON SCHEMA bullmq FROM PUBLIC',
      );
      expect(code).toBe(1);
      expect(output).toContain('CREATE in the schema bullmq, more than SELECT and INSERT on audit_entries');
      expect(await offences()).toEqual([]);
    });
  });
});

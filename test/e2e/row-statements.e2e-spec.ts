import {
  EntityManager,
  type EntityMetadata,
  type FindOptionsWhere,
  In,
  IsNull,
  Not,
  type ObjectLiteral,
  Raw,
} from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Charge } from '../../src/charges/charge.entity';
import type { ChargeHistoryEntry } from '../../src/charges/charge-history.entity';
import { hasOnePlan } from '../../src/database/connection/prepared';
import { RowManager } from '../../src/database/rows/row-manager';
import { RowStatements } from '../../src/database/rows/row-statements';
import { Onboarding, startService, type TestService } from '../support';
import { boletoBody, Charging } from '../support/charges';

/** Of each type that a column has, a value as an entity holds it. */
const VALUES: Readonly<Record<string, unknown>> = {
  uuid: '0190b5a2-7c3e-7d5f-8a1b-2c3d4e5f6a7b',
  varchar: 'x',
  'character varying': 'x',
  text: "it's",
  char: 'BR',
  smallint: 3,
  integer: 7,
  bigint: 12_345_678_901,
  numeric: '1.50',
  boolean: true,
  date: '2026-11-28',
  timestamptz: new Date('2026-11-28T12:34:56.789Z'),
  json: { a: [1, null, 'ç'] },
  jsonb: { a: [1, null, 'ç'] },
  bytea: Buffer.from([0, 255]),
};

describe('rows that are asked for without the query builder (decision 0028)', () => {
  let service: TestService;
  let orm: EntityManager;
  let ours: RowManager;

  beforeAll(async () => {
    service = await startService({ worker: true });
    const merchant = await service.merchant();
    const charging = new Charging(merchant.client);
    await new Onboarding(merchant.client).activePerson();
    await merchant.client.post('/v1/postbacks/endpoints', { url: 'https://shop.invalid/', events: ['*'] });
    await charging.create(boletoBody());
    const { id } = await charging.paidPix();
    await merchant.client.post(`/v1/charges/${id}/refund`, { amount: 100 });
    const card = await charging.authorized();
    await merchant.client.post(`/v1/charges/${card}/capture`, {});
    orm = new EntityManager(service.dataSource);
    ours = new RowManager(service.dataSource);
  });
  afterAll(() => service.stop());

  const statementsOf = (metadata: EntityMetadata): RowStatements => {
    const statements = RowStatements.of(service.dataSource.driver, metadata);
    if (statements === null) throw new Error(`${metadata.name} is more than its columns`);
    return statements;
  };
  /** A value of the column; `other` where it may be null. */
  const valueOf = (column: ColumnMetadata, index: number): unknown => {
    if (column.isNullable && index % 2 === 0) return null;
    const value = VALUES[String(column.type)];
    if (value === undefined)
      throw new Error(`${column.databaseName} is of another type: ${String(column.type)}`);
    return column.isArray ? [value, value] : value;
  };
  const rowOf = (columns: readonly ColumnMetadata[]): ObjectLiteral =>
    Object.fromEntries(columns.map((column, index) => [column.propertyName, valueOf(column, index)]));
  const builder = () => orm.createQueryBuilder();
  /** Without what differs in its writing alone. */
  const plain = (text: string): string => text.replace(/ RETURNING .*$/, '').replace(/[()]/g, '');

  it('are written as the builder would write them, whatever the entity', () => {
    for (const metadata of service.dataSource.entityMetadatas) {
      const row = rowOf(metadata.columns);
      const [text, values] = builder().insert().into(metadata.target).values(row).getQueryAndParameters();
      const made = statementsOf(metadata).insert(row);
      expect([plain(made?.text ?? ''), made?.values]).toEqual([plain(text), values]);
    }
  });

  it('are changed as the builder would change them', () => {
    for (const metadata of service.dataSource.entityMetadatas) {
      const change = rowOf(metadata.columns.filter(({ isUpdate, isPrimary }) => isUpdate && !isPrimary));
      if (Object.keys(change).length === 0) continue;
      const keys = metadata.primaryColumns;
      const where = Object.fromEntries(keys.map((key) => [key.propertyName, valueOf(key, 1)]));
      const [text, values] = builder()
        .update(metadata.target)
        .set(change)
        .where(where)
        .getQueryAndParameters();
      const made = statementsOf(metadata).update(where, { ...change, notSaid: undefined });
      expect([plain(made?.text ?? ''), made?.values]).toEqual([plain(text), values]);
    }
  });

  it('are read as the builder reads them: the same entities, of their classes', async () => {
    let read = 0;
    for (const metadata of service.dataSource.entityMetadatas) {
      const found = await orm.createQueryBuilder(metadata.target, 'row').limit(3).getMany();
      for (const entity of found) {
        const keys = metadata.primaryColumns.map(({ propertyName }) => propertyName);
        const where: FindOptionsWhere<ObjectLiteral> = Object.fromEntries(
          keys.map((key) => [key, entity[key] as unknown]),
        );
        expect(statementsOf(metadata).select(where)).not.toBeNull();
        expect(await ours.findOneBy(metadata.target, where)).toStrictEqual(entity);
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(40);
  });

  it('several come in the order that was asked for', async () => {
    const merchantId = (await orm.find<Charge>('Charge'))[0]?.merchantId;
    for (const way of ['ASC', 'DESC'] as const) {
      const asked = { where: { merchantId }, order: { toStatus: way, chargeId: 'ASC' } } as const;
      const found = await ours.find<ChargeHistoryEntry>('ChargeHistoryEntry', asked);
      expect(found.length).toBeGreaterThan(5);
      expect(found).toStrictEqual(await orm.find<ChargeHistoryEntry>('ChargeHistoryEntry', asked));
    }
    expect(await ours.findBy('ChargeHistoryEntry', { chargeId: VALUES['uuid'] as string })).toEqual([]);
  });

  it('are found by lists of values: of none, of one and of several', async () => {
    const all = await orm.find<ChargeHistoryEntry>('ChargeHistoryEntry');
    const chargeIds = [...new Set(all.map(({ chargeId }) => chargeId))];
    for (const ids of [[], chargeIds.slice(0, 1), chargeIds]) {
      const asked = {
        where: { chargeId: In(ids), toStatus: In(['pending', 'captured', "it's", '{x}']) },
        order: { chargeId: 'ASC', version: 'ASC' },
      } as const;
      const found = await ours.find<ChargeHistoryEntry>('ChargeHistoryEntry', asked);
      expect(found).toStrictEqual(await orm.find<ChargeHistoryEntry>('ChargeHistoryEntry', asked));
      expect(new Set(found.map(({ chargeId }) => chargeId)).size).toBe(ids.length);
    }
    const lists = statementsOf(service.dataSource.getMetadata('ChargeHistoryEntry'));
    expect(lists.select({ chargeId: In(['x']) })?.text).toMatch(/ WHERE "charge_id" = \$1$/);
    const { text } = lists.select({ chargeId: In(['x', 'y']) }) ?? { text: '' };
    expect(hasOnePlan(text)).toBe(true);
  });

  it('are found by a condition in SQL', async () => {
    const [one, ...others] = await orm.find<ChargeHistoryEntry>('ChargeHistoryEntry');
    expect(others).not.toEqual([]);
    const where = { chargeId: Raw((column) => `${column} = '${one?.chargeId}'`), version: one?.version };
    const found = await ours.findBy<ChargeHistoryEntry>('ChargeHistoryEntry', where);
    expect(found).toStrictEqual([one]);
    expect(found).toStrictEqual(await orm.findBy<ChargeHistoryEntry>('ChargeHistoryEntry', where));
    const { text } = statementsOf(service.dataSource.getMetadata('ChargeHistoryEntry')).select(where) ?? {};
    expect(text).toMatch(/ WHERE "charge_id" = '[0-9a-f-]{36}' AND "version" = \$1$/);
  });

  it.each([
    ['SQL with values', (one: RowStatements) => one.select({ id: Raw((id) => `${id} = :x`, { x: 'y' }) })],
    ['a column that the database fills', (one: RowStatements) => one.insert({ id: 'x' })],
    ['SQL', (one: RowStatements) => one.update({ id: 'x' }, { status: () => 'now()' })],
    ['no change', (one: RowStatements) => one.update({ id: 'x' }, { status: undefined })],
    ['no condition', (one: RowStatements) => one.select({})],
    ['several conditions', (one: RowStatements) => one.select([{ id: 'x' }, { id: 'y' }])],
    ['nothing known', (one: RowStatements) => one.select({ id: undefined })],
    ['what is no equality', (one: RowStatements) => one.select({ id: Not(IsNull()) })],
    ['what is no column', (one: RowStatements) => one.select({ nobody: 'x' })],
    ['a list with nothing among it', (one: RowStatements) => one.select({ id: In(['x', null]) })],
    ['JSON', (one: RowStatements) => one.select({ metadata: { a: 1 } })],
    [
      'another order',
      (one: RowStatements) => one.select({ id: 'x' }, { order: { id: { direction: 'ASC' } } }),
    ],
    ['another lock', (one: RowStatements) => one.select({ id: 'x' }, { lock: { mode: 'pessimistic_read' } })],
    [
      'a lock that gives up',
      (one: RowStatements) =>
        one.select({ id: 'x' }, { lock: { mode: 'for_no_key_update', onLocked: 'nowait' } }),
    ],
  ])('%s is left to the builder', (_, make) => {
    expect(make(statementsOf(service.dataSource.getMetadata('Charge')))).toBeNull();
  });

  it('that are locked stay so until their transaction ends, and are not there for a wrong name', async () => {
    const [{ id }] = await service.dataSource.query<[{ id: string }]>('SELECT id FROM charges');
    await service.dataSource.transaction(async (holder) => {
      expect(holder).toBeInstanceOf(RowManager);
      const lock = { mode: 'pessimistic_write' } as const;
      expect(await holder.findOne('Charge', { where: { id }, lock })).toMatchObject({ id });
      expect(await holder.update('Charge', { id }, { attention: null })).toMatchObject({ affected: 1 });
      await expect(
        service.dataSource.query('SELECT 1 FROM charges WHERE id = $1 FOR UPDATE NOWAIT', [id]),
      ).rejects.toMatchObject({ code: '55P03' });
      expect(await holder.findOneBy('Charge', { id: VALUES['uuid'] as string })).toBeNull();
      const steps = await holder.find<ChargeHistoryEntry>('ChargeHistoryEntry', {
        where: { chargeId: id },
        order: { version: 'ASC' },
        lock,
      });
      expect(steps.length).toBeGreaterThan(0);
      await expect(
        service.dataSource.query(
          'SELECT 1 FROM charge_status_history WHERE charge_id = $1 FOR UPDATE NOWAIT',
          [id],
        ),
      ).rejects.toMatchObject({ code: '55P03' });
      await service.dataSource.transaction(async (other) => {
        const free = { mode: 'for_no_key_update', onLocked: 'skip_locked' } as const;
        expect(await other.find('Charge', { where: { id }, lock: free })).toEqual([]);
      });
    });
    // Without a transaction there is nothing that could hold it.
    for (const find of ['findOne', 'find'] as const) {
      const lost = ours[find]('Charge', { where: { id }, lock: { mode: 'pessimistic_write' } });
      await expect(lost).rejects.toThrow('transaction');
    }
  });
});

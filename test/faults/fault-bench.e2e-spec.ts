import { startService, type TestService } from '../support';
import { Dice } from '../support/dice';
import { Installation } from '../bench/support/installation';
import { faultsOf, type Schema } from '../bench/support/json-schema';
import { settle } from '../bench/support/ledger';
import { Load } from '../bench/support/load';
import { Shop } from '../bench/support/shop';
import { type Outcome, rowOf, type Trial } from '../bench/support/trial';

/** A bench that cannot fail is no bench: what it must find is planted here, one by one. */
describe('the ledger of the fault bench', () => {
  let service: TestService;
  let installation: Installation;
  let load: Load;
  let shop: Shop;

  beforeAll(async () => {
    service = await startService();
    installation = new Installation(service.environment['DATABASE_URL'] ?? '', service.environment);
    await installation.start(0, 1);
    const merchant = await installation.merchant();
    shop = await Shop.open(installation, merchant, { api: service.url });
    load = new Load(installation, merchant, new Dice(7), () => [service.url]);
    await load.make(40, 4);
  });
  afterAll(async () => {
    await shop.close();
    await load.caller.close();
    await installation.stop();
    await service.stop();
  });

  const verdict = async () => {
    const { lost, doubled, violations } = await settle(installation, load, shop);
    return { lost, doubled, violations };
  };
  const nothing = { lost: [], doubled: [], violations: [] };

  /** Runs statements past the rules of the schema, and the undoing ones afterwards. */
  const planted = async (statement: string, undo: string, values: unknown[]) => {
    await installation.query(statement, values);
    try {
      return await verdict();
    } finally {
      await installation.query(undo, values);
    }
  };
  const captured = () => load.charges.find(({ outcome }) => outcome === 'captured')!;

  it('finds nothing in what is whole', async () => {
    expect(load.refunds.length).toBeGreaterThan(0);
    expect(await verdict()).toEqual(nothing);
  });

  it('finds an accepted charge that is not there', async () => {
    const found = await planted(
      `UPDATE charges SET external_id = 'gone-' || external_id WHERE id = $1`,
      `UPDATE charges SET external_id = substr(external_id, 6) WHERE id = $1`,
      [captured().id],
    );
    expect(found.lost).toEqual([expect.stringContaining(captured().key)]);
  });

  it('finds a charge that is there twice', async () => {
    const [first, second] = load.charges;
    await installation.query('UPDATE charges SET external_id = $2 WHERE id = $1', [second?.id, first?.key]);
    expect((await verdict()).doubled).toEqual([`charge ${first?.key} is there twice`]);
    await installation.query('UPDATE charges SET external_id = $2 WHERE id = $1', [second?.id, second?.key]);
  });

  it('finds a cent that the provider holds and the books do not', async () => {
    const change = (sign: string) =>
      `UPDATE sandbox_provider.payments SET captured_cents = captured_cents ${sign} 1, refunded_cents = least(refunded_cents, captured_cents ${sign} 1)
        WHERE reference = (SELECT provider_reference FROM charges WHERE id = $1)`;
    const unrefunded = load.charges.find(
      ({ outcome, refunded }) => outcome === 'captured' && refunded === 0,
    )!;
    const found = await planted(change('-'), change('+'), [unrefunded.id]);
    expect(found.violations[0]).toContain('the provider holds other amounts');
  });

  it('finds a notification that never came, and one that came as two deliveries', async () => {
    const [one] = shop.notifications;
    shop.byDelivery.delete(one!.deliveryId);
    expect((await verdict()).lost.length).toBeGreaterThan(0);
    shop.byDelivery.set(one!.deliveryId, one!);
    shop.byDelivery.set('another', { ...one!, deliveryId: 'another' });
    expect((await verdict()).doubled).toEqual([expect.stringContaining('came as two deliveries')]);
    shop.byDelivery.delete('another');
  });

  it('finds what the service says of itself', async () => {
    const found = await planted(
      'UPDATE charge_status_history SET version = version + 7 WHERE charge_id = $1 AND version > 1',
      'UPDATE charge_status_history SET version = version - 7 WHERE charge_id = $1 AND version > 1',
      [captured().id],
    );
    expect(found.violations.length).toBeGreaterThan(0);
    expect(await verdict()).toEqual(nothing);
  });
});

describe('a row of the table', () => {
  const trial = { id: 'a', trial: 'b' } as Trial;
  const good: Outcome = { count: 1, worstMs: 10, boundMs: 10 };

  it.each<[boolean, Outcome]>([
    [true, good],
    [false, { ...good, count: 0 }],
    [false, { ...good, lost: 1 }],
    [false, { ...good, doubled: 1 }],
    [false, { ...good, violations: 1 }],
    [false, { ...good, worstMs: 11 }],
    [true, { ...good, worstMs: 11, boundMs: null }],
  ])('holds: %s for %j', (holds, outcome) => {
    expect(rowOf(trial, outcome).holds).toBe(holds);
  });
});

describe('what an answer is held against', () => {
  const schemas = { Name: { type: 'string', maxLength: 3 } } satisfies Record<string, Schema>;

  it.each<[Schema, unknown, unknown]>([
    [{ $ref: '#/components/schemas/Name' }, 'abc', 'abcd'],
    [{ type: ['string', 'null'] }, null, 1],
    [{ type: 'integer', minimum: 1 }, 1, 0],
    [{ enum: ['a', null] }, null, 'b'],
    [{ const: true }, true, false],
    [{ type: 'object', required: ['a'], properties: { a: { type: 'number' } } }, { a: 1 }, {}],
    [{ type: 'object', properties: { a: {} }, additionalProperties: false }, { a: 1 }, { b: 1 }],
    [{ type: 'array', items: { type: 'boolean' }, maxItems: 1 }, [true], [true, true]],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'a', 1],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1.5, 1],
    [{ allOf: [{ type: 'string' }, { pattern: '^a' }] }, 'ab', 'b'],
    [{ type: 'string', format: 'uuid' }, '01900000-0000-7000-8000-000000000000', 'x'],
  ])('%j takes %j and not %j', (schema, valid, invalid) => {
    expect(faultsOf(schemas, schema, valid)).toEqual([]);
    expect(faultsOf(schemas, schema, invalid)).not.toEqual([]);
  });
});

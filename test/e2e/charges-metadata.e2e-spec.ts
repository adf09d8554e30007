import { useCharging } from '../support';
import { pixBody } from '../support/charges';

const { merchant, charging } = useCharging();

/** What is wrong with a charge that has this metadata. */
async function faultsOf(metadata: unknown): Promise<string[]> {
  const answer = await merchant.client.post('/v1/charges', pixBody({ metadata }));
  expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
  return (answer.body.details as { field: string; code: string }[]).map(
    ({ field, code }) => `${field} ${code}`,
  );
}

describe('metadata of charges (contract §1, §6)', () => {
  it('is text as all other text: NFC and trimmed, keys too', async () => {
    const text = '  e\u0301  ';
    const sent = pixBody({ description: text, metadata: { [text]: text, ' n ': 7, empty: '  ', yes: true } });
    const charge = await charging.create(sent);
    expect([charge.description, charge.metadata]).toEqual(['é', { é: 'é', n: 7, empty: '', yes: true }]);
    expect((await merchant.client.get(`/v1/charges/${charge.id}`)).body.data.metadata).toEqual(
      charge.metadata,
    );
    // A body that the libraries have to look at for another fault is read the same way.
    const { body } = await merchant.client.post('/v1/charges', { ...sent, amount: 0 });
    expect(body.details).toEqual([expect.objectContaining({ field: 'amount' })]);
  });

  it('has every wrong key named at once', async () => {
    const wrong = {
      ...{ good: 'x', object: {}, list: [], none: null, long: 'x'.repeat(501), large: 2 ** 53 },
      ...{ ['k'.repeat(41)]: 'x', 'odd\u0000key': 'x', ' ': 'x', '\u00e9': {} },
    };
    expect(await faultsOf(wrong)).toEqual([
      ...['object', 'list', 'none', 'long', 'large'].map((key) => `metadata.${key} invalid_value`),
      ...['k'.repeat(41), 'odd?key', ''].map((key) => `metadata.${key} invalid_key`),
      'metadata.? invalid_value',
    ]);
    expect(await faultsOf({ ['k'.repeat(300)]: 'x' })).toEqual([`metadata.${'k'.repeat(100)} invalid_key`]);
  });

  it('has at most 50 faults: of 50 keys each has one, and more keys are one fault', async () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, {}]));
    expect(await faultsOf(keys(50))).toHaveLength(50);
    expect(await faultsOf(keys(51))).toEqual(['metadata too_many']);
  });

  it('two keys that are one are refused by name', async () => {
    expect(await faultsOf({ order: 'a', ' order ': 'b', other: 'c' })).toEqual(['metadata.order repeated']);
    expect(await faultsOf({ 'caf\u00e9': 'a', 'cafe\u0301': 'b' })).toEqual(['metadata.caf? repeated']);
  });

  it('a key that reaches a prototype is none, however it is padded', async () => {
    for (const key of [' __proto__ ', 'toString ', ' constructor'])
      expect(await faultsOf(JSON.parse(`{"${key}":"x"}`))).toEqual([`metadata.${key.trim()} invalid_key`]);
  });
});

import { TxRunner } from '../../src/database';
import { SandboxPayerService } from '../../src/providers';
import { type Answer, type JsonBody, useService } from '../support';
import { Anticipating } from '../support/anticipations';

const service = useService({ worker: true });
let bench: Anticipating;
/** Two charges of 300 in three; half of each is the merchant's, and only the seller answers for disputes. */
let disputed: string;
let other: string;

beforeEach(async () => {
  bench = await Anticipating.open(service);
  const split_rules = [
    { recipient_id: bench.merchant.id, percentage: 50, liable: false },
    { recipient_id: bench.seller, percentage: 50, liable: true },
  ];
  disputed = await bench.sold(30_000, 3, { split_rules });
  other = await bench.sold(30_000, 3, { split_rules });
});

const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const codes = ({ body }: Answer): unknown[] =>
  ((body.details ?? []) as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);

const idsOf = async (chargeId: string): Promise<string[]> =>
  (await bench.receivablesOf(chargeId)).map(({ id }) => id as string);

/** The only dispute of the charge. */
const dispute = async (): Promise<JsonBody> =>
  (await bench.client.get(`/v1/disputes?charge_id=${disputed}`)).body.data[0];

async function done(path: string, body?: object): Promise<JsonBody> {
  const answer = await bench.client.post(path, body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
}

const contest = async () =>
  done(`/v1/disputes/${String((await dispute()).id)}/contest`, { statement: 'The goods were delivered.' });
const decide = async (how: 'win' | 'lose') =>
  done(`/v1/sandbox/disputes/${String((await dispute()).id)}/${how}`);

/** Nothing of the charge is eligible, simulated or asked for, although its receivables wait as before. */
async function isNotEligible(status: string): Promise<void> {
  expect((await bench.charging.read(disputed)).status).toBe(status);
  const own = await bench.receivablesOf(disputed);
  expect(own.map((one) => [one.status, one.net, one.anticipation_id])).toEqual(
    Array(3).fill(['waiting_funds', 5_000, null]),
  );
  const [first] = own;
  const others = await idsOf(other);
  const simulated = await bench.simulated();
  expect(simulated.items.map((one: JsonBody) => one.receivable_id)).toEqual(others);
  const alone = { receivable_ids: [first?.id] };
  const both = { receivable_ids: [others[0], first?.id] };
  for (const how of ['simulate', 'ask'] as const) {
    expect(outcome(await bench[how](alone))).toEqual([422, 'NOTHING_TO_ANTICIPATE']);
    const mixed = await bench[how](both);
    expect([outcome(mixed), codes(mixed)]).toEqual([
      [422, 'VALIDATION_FAILED'],
      ['receivable_ids[1] not_eligible'],
    ]);
  }
  const asked = await bench.waiting();
  expect([asked.amount, asked.count]).toEqual([15_000, 3]);
  expect((await bench.items(asked.id)).map((one) => one.receivable_id as string)).toEqual(others);
  expect(outcome(await bench.ask())).toEqual([422, 'NOTHING_TO_ANTICIPATE']);
  expect((await bench.cancel(asked.id)).status).toBe(200);
}

/** All of both charges is, simulated and asked for, and what is asked for is paid. */
async function isEligible(): Promise<void> {
  expect((await bench.charging.read(disputed)).status).toBe('captured');
  const all = [...(await idsOf(disputed)), ...(await idsOf(other))].sort();
  const simulated = await bench.simulated();
  expect(simulated.items.map((one: JsonBody) => one.receivable_id as string).sort()).toEqual(all);
  expect(simulated.amount).toBe(30_000);
  const asked = await bench.waiting({ receivable_ids: await idsOf(disputed) });
  expect([asked.status, asked.amount, asked.count]).toEqual(['approved', 15_000, 3]);
  expect((await bench.payNow(asked.id)).status).toBe(200);
  expect((await bench.receivablesOf(disputed)).map(({ status }) => status as string)).toEqual(
    Array(3).fill('anticipated'),
  );
}

/**
 * The payer disputes a card without its money being taken yet. The sandbox takes that of a pix alone when it is asked to play
 * it, but an institution tells what it tells.
 */
async function disputeWithoutDebit(): Promise<void> {
  const payer = service.api.get(SandboxPayerService, { strict: false });
  const [charge] = await service.dataSource.query<{ account: string; reference: string }[]>(
    'SELECT provider_account_id AS account, provider_reference AS reference FROM charges WHERE id = $1',
    [disputed],
  );
  const account = await payer.find(charge?.account ?? '');
  if (account === null) throw new Error('the charge was made with the sandbox');
  const reference = charge?.reference ?? '';
  await service.api.get(TxRunner).run((tx) => payer.dispute(tx, account, reference, 'pix_return'));
}

describe('A receivable of a disputed charge (money contract §16, Eligible)', () => {
  it('is not eligible while its charge is in chargeback, also of who does not bear it; won, it is again', async () => {
    await done(`/v1/sandbox/charges/${disputed}/dispute`, { kind: 'chargeback' });
    expect((await dispute()).status).toBe('open');
    await isNotEligible('chargeback');
    expect((await contest()).status).toBe('contested');
    await isNotEligible('chargeback');
    expect((await decide('win')).status).toBe('won');
    await isEligible();
  });

  it('is not eligible when the chargeback was lost: the charge stays one', async () => {
    await done(`/v1/sandbox/charges/${disputed}/dispute`, { kind: 'chargeback' });
    expect((await decide('lose')).status).toBe('lost');
    await isNotEligible('chargeback');
  });

  it('is not eligible while a dispute is open or contested that debits nothing yet; won, it is again', async () => {
    await disputeWithoutDebit();
    expect(await dispute()).toMatchObject({ status: 'open', debited_amount: 0 });
    await isNotEligible('captured');
    expect((await contest()).status).toBe('contested');
    await isNotEligible('captured');
    expect((await decide('win')).status).toBe('won');
    await isEligible();
  });
});

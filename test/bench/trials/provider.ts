import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { boletoBody, cardBody, pixBody } from '../../support/charges';
import type { Answer, Client, JsonBody } from '../../support/client';
import { eventually } from '../../support/eventually';
import { errorMessage } from '../../../src/common/text';
import type { Bench } from '../support/bench';
import type { BenchMerchant, Installation } from '../support/installation';
import { Findings, settled } from '../support/ledger';
import type { Outcome, Trial } from '../support/trial';

const SANDBOX_ACCOUNT = '019aa5f0-0000-7000-8000-00000000005b';
/** A call without an answer is looked up and made again within seconds; a late notification comes by itself. */
const SETTLE_MS = 180_000;
/** Most of a story is waiting for an answer that does not come. */
const SIDE_BY_SIDE = 48;

type Story = (stage: Stage) => Promise<void>;

/** A merchant, and a provider that is told what to do wrong with this one payment. */
class Stage {
  constructor(
    private readonly installation: Installation,
    private readonly merchant: BenchMerchant,
    private readonly findings: Findings,
  ) {}

  get client(): Client {
    return this.installation.apis[0]!.client(this.merchant);
  }

  /** As a merchant asks: a busy service is asked again, under the same key. */
  async ask(path: string, body?: unknown): Promise<Answer> {
    const key = { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await this.client.post(path, body, key);
      if (answer.status !== 503) return answer;
      await wait(Number(answer.body.retry_after_seconds) * 1_000);
    }
  }

  async made(body: unknown): Promise<JsonBody> {
    const answer = await this.ask('/v1/charges', body);
    this.expect('a charge', answer.status, [201]);
    return answer.body.data;
  }

  /** Spoils the next call of its kind, whichever charge it is about, or that of one reference. */
  async spoil(call: string, kind: string, reference: string | null = null, delayMs = 0): Promise<void> {
    await this.installation.query(
      'INSERT INTO sandbox_provider.faults (call, kind, reference, delay_ms) VALUES ($1, $2, $3, $4)',
      [call, kind, reference, delayMs],
    );
  }

  async until(id: string, ...wanted: readonly string[]): Promise<void> {
    await eventually(async () => {
      const status = String((await this.client.get(`/v1/charges/${id}`)).body.data.status);
      if (!wanted.includes(status)) throw new Error(`charge ${id} is ${status}, not ${wanted.join(' or ')}`);
    }, SETTLE_MS).catch((error: unknown) => this.findings.violations.push(errorMessage(error)));
  }

  async referenceOf(id: string): Promise<string> {
    const [row] = await this.installation.query<{ provider_reference: string }>(
      'SELECT provider_reference FROM charges WHERE id = $1',
      [id],
    );
    return row?.provider_reference ?? '';
  }

  /** A notification with the provider's own signature. */
  async notify(reference: string, amount: number): Promise<number> {
    const [row] = await this.installation.query<{ secret: string }>(
      'SELECT secret FROM sandbox_provider.signing_key',
    );
    const notification = {
      type: 'paid',
      reference,
      amount,
      end_to_end_id: null,
      at: new Date().toISOString(),
    };
    const body = JSON.stringify({ id: randomUUID(), ...notification });
    const signature = createHmac('sha256', row?.secret ?? '')
      .update(body)
      .digest('hex');
    const path = `/providers/${SANDBOX_ACCOUNT}/notifications`;
    const receiver = this.installation.apis[0]!.client();
    for (;;) {
      const answer = await receiver.post(path, body, { 'sandbox-signature': signature });
      if (answer.status !== 429) return answer.status;
      await wait(Number(answer.headers['retry-after']) * 1_000);
    }
  }

  expect(what: string, found: number, allowed: readonly number[]): void {
    if (!allowed.includes(found)) this.findings.violations.push(`${what} was answered ${found}`);
  }
}

/** What a provider does wrong, and what we make of it. */
const STORIES: Readonly<Record<string, Story>> = {
  'silent authorize': async (stage) => {
    await stage.spoil('authorize', 'silent');
    await stage.until((await stage.made(cardBody())).id as string, 'captured');
  },
  'lost authorize': async (stage) => {
    await stage.spoil('authorize', 'lost');
    await stage.until((await stage.made(cardBody())).id as string, 'captured');
  },
  'slow authorize': async (stage) => {
    await stage.spoil('authorize', 'slow', null, 2_000);
    await stage.until((await stage.made(cardBody())).id as string, 'captured');
  },
  'silent capture': async (stage) => followUp(stage, 'capture', 'silent', 'captured'),
  'lost void': async (stage) => followUp(stage, 'void', 'lost', 'voided'),
  'silent void': async (stage) => followUp(stage, 'void', 'silent', 'voided'),
  'silent refund': async (stage) => refund(stage, 'silent'),
  'lost refund': async (stage) => refund(stage, 'lost'),
  'late payment': async (stage) => paid(stage, 'late', 1_500),
  'payment told twice': async (stage) => paid(stage, 'twice', 0),
  refusing: async (stage) => {
    const made = await Promise.all(
      ['tok_declined', 'tok_insufficient_funds', 'tok_expired_card', 'tok_fraud'].map((token) =>
        stage.made(cardBody(token)),
      ),
    );
    for (const { id } of made) await stage.until(id as string, 'failed');
  },
  'another amount': async (stage) => {
    const { id, total_amount: amount } = await stage.made(boletoBody());
    stage.expect(
      'a notification',
      await stage.notify(await stage.referenceOf(id as string), amount - 1),
      [200, 202, 204],
    );
    await stage.until(id as string, 'pending');
  },
  'never heard of it': async (stage) => {
    stage.expect(
      'a notification',
      await stage.notify(`unknown-${randomUUID().slice(0, 8)}`, 1_000),
      [200, 202, 204],
    );
  },
};

async function followUp(stage: Stage, call: 'capture' | 'void', kind: string, status: string): Promise<void> {
  const { id } = await stage.made(cardBody('tok_approved', {}, { capture: false }));
  await stage.until(id as string, 'authorized');
  await stage.spoil(call, kind, await stage.referenceOf(id as string));
  stage.expect(call, (await stage.ask(`/v1/charges/${id}/${call}`)).status, [200, 202]);
  await stage.until(id as string, status);
}

async function refund(stage: Stage, kind: string): Promise<void> {
  const { id } = await stage.made(pixBody());
  await stage.ask(`/v1/sandbox/charges/${id}/pay`);
  await stage.spoil('refund', kind, await stage.referenceOf(id as string));
  const answers = await Promise.all(
    [100, 200].map((amount) => stage.ask(`/v1/charges/${id}/refund`, { amount })),
  );
  for (const { status } of answers) stage.expect('refund', status, [201, 202]);
  await stage.until(id as string, 'partially_refunded');
}

async function paid(stage: Stage, kind: string, delayMs: number): Promise<void> {
  const { id } = await stage.made(pixBody());
  await stage.spoil('paid', kind, await stage.referenceOf(id as string), delayMs);
  await stage.ask(`/v1/sandbox/charges/${id}/pay`);
  await stage.until(id as string, 'captured');
}

/** Every story as often as asked for; then both books are compared to the cent. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const merchant = await installation.merchant();
  const findings = new Findings();
  const stage = new Stage(installation, merchant, findings);
  const stories = Array.from({ length: count }, () =>
    Object.entries(STORIES).map(([name, story]) => ({ name, story })),
  ).flat();
  const total = stories.length;
  const work = async (): Promise<void> => {
    for (let next = stories.pop(); next !== undefined; next = stories.pop()) {
      const { name, story } = next;
      await story(stage).catch((error: unknown) =>
        findings.violations.push(`${name}: ${errorMessage(error)}`),
      );
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  await settled(installation, merchant.id, findings, SETTLE_MS);
  findings.violations.push(
    ...(await differences(installation, merchant)),
    ...(await installation.brokenRules()),
  );
  return { ...findings.verdict(), count: total };
}

/** Per charge: what the provider holds is what the books say. */
async function differences(installation: Installation, merchant: BenchMerchant): Promise<string[]> {
  const rows = await installation.query<{ id: string; ours: string; theirs: string }>(
    `SELECT c.id, concat_ws('/', c.amount_captured_cents, c.amount_refunded_cents) AS ours,
            concat_ws('/', coalesce(p.captured_cents, 0), coalesce(p.refunded_cents, 0)) AS theirs
       FROM charges c LEFT JOIN sandbox_provider.payments p ON p.reference = c.provider_reference
      WHERE c.merchant_id = $1
        AND (c.amount_captured_cents, c.amount_refunded_cents) IS DISTINCT FROM
            (coalesce(p.captured_cents, 0), coalesce(p.refunded_cents, 0))`,
    [merchant.id],
  );
  return rows.map(
    ({ id, ours, theirs }) => `charge ${id}: ${ours} in our books, ${theirs} in the provider's`,
  );
}

export const provider: Trial = {
  id: 'provider',
  trial:
    'provider silent, slow, late, twice, refusing, another amount, never heard of it: both books agree to the cent',
  counts: { short: 2, full: 1_000 },
  run,
};

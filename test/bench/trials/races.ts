import { cardBody, pixBody } from '../../support/charges';
import { addressBody, documentBody, Onboarding, partnerBody } from '../../support/onboarding';
import type { Answer, Client } from '../../support/client';
import { eventually } from '../../support/eventually';
import { errorMessage } from '../../../src/common/text';
import type { Bench } from '../support/bench';
import type { BenchMerchant, BenchOperator, Installation } from '../support/installation';
import { Findings, settled } from '../support/ledger';
import { atOnce, exactly, idOf, same } from '../support/race';
import type { Outcome, Trial } from '../support/trial';

/** So many races run beside each other, and so many requests in each. */
const SIDE_BY_SIDE = 4;
const RUNNERS = 6;

type Race = (ring: Ring) => Promise<string[]>;

/** Where races take place: every request goes to the next API. */
class Ring {
  private turn = 0;
  private keys = 0;

  constructor(
    readonly installation: Installation,
    private readonly merchant: BenchMerchant,
    private readonly operators: readonly BenchOperator[],
  ) {}

  get client(): Client {
    return this.next().client(this.merchant);
  }

  get onboarding(): Onboarding {
    return new Onboarding(this.client);
  }

  operator(index: number): Client {
    return this.next().client(this.operators[index % this.operators.length]);
  }

  start(send: (index: number) => Promise<Answer>, runners = RUNNERS): Promise<Answer[]> {
    return atOnce(runners, send);
  }

  /** One that nobody used. */
  key(): string {
    this.keys += 1;
    return `race-${this.merchant.id}-${this.keys}`;
  }

  async pix(amount = 10_000): Promise<string> {
    return idOf(await this.client.post('/v1/charges', pixBody({ amount })));
  }

  async paid(amount = 10_000): Promise<string> {
    const id = await this.pix(amount);
    await this.client.post(`/v1/sandbox/charges/${id}/pay`);
    return id;
  }

  async authorized(): Promise<string> {
    const id = idOf(await this.client.post('/v1/charges', cardBody('tok_approved', {}, { capture: false })));
    await eventually(async () => {
      const { body } = await this.client.get(`/v1/charges/${id}`);
      if (body.data.status !== 'authorized') throw new Error(`is ${body.data.status}`);
    }, 60_000);
    return id;
  }

  async charge(id: string): Promise<Record<string, unknown>> {
    return (await this.client.get(`/v1/charges/${id}`)).body.data as Record<string, unknown>;
  }

  private next() {
    this.turn += 1;
    return this.installation.apis[this.turn % this.installation.apis.length]!;
  }
}

const RACES: Readonly<Record<string, Race>> = {
  refund: async (ring) => {
    const id = await ring.paid(1_000);
    const answers = await ring.start(() => ring.client.post(`/v1/charges/${id}/refund`, { amount: 300 }), 8);
    const { amount_refunded: refunded } = await ring.charge(id);
    return [...exactly(answers, 3, 201, [422]), ...same('amount_refunded', refunded, 900)];
  },
  capture: async (ring) => {
    const id = await ring.authorized();
    const answers = await ring.start((index) =>
      ring.client.post(`/v1/charges/${id}/capture`, { amount: 100 + index }),
    );
    const { status } = await ring.charge(id);
    return [...exactly(answers, 1, 200, [409]), ...same('status', status, 'captured')];
  },
  'capture and void': async (ring) => {
    const id = await ring.authorized();
    const answers = await ring.start((index) =>
      ring.client.post(`/v1/charges/${id}/${index % 2 === 0 ? 'capture' : 'void'}`),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    const { status } = await ring.charge(id);
    return [
      ...exactly(answers, 1, 200, [409]),
      ...same('status', status, winner % 2 === 0 ? 'captured' : 'voided'),
    ];
  },
  pay: async (ring) => {
    const id = await ring.pix();
    const answers = await ring.start(() => ring.client.post(`/v1/sandbox/charges/${id}/pay`));
    const { status, version } = await ring.charge(id);
    const paid = answers.filter((answer) => answer.status === 200).length;
    return [...(paid === 0 ? ['nobody paid'] : []), ...same('state', [status, version], ['captured', 2])];
  },
  'pay and void': async (ring) => {
    const id = await ring.pix();
    const answers = await ring.start((index) =>
      index % 2 === 0
        ? ring.client.post(`/v1/sandbox/charges/${id}/pay`)
        : ring.client.post(`/v1/charges/${id}/void`),
    );
    const voided = answers.filter(({ status }, index) => index % 2 === 1 && status === 200).length;
    const { status } = await ring.charge(id);
    return [
      ...(voided > 1 ? [`${voided} voids`] : []),
      ...same('status', status, voided === 1 ? 'voided' : 'captured'),
    ];
  },
  'pay and expire': async (ring) => {
    const id = await ring.pix();
    const answers = await ring.start((index) =>
      ring.client.post(`/v1/sandbox/charges/${id}/${index % 2 === 0 ? 'pay' : 'expire'}`),
    );
    const paid = answers.some(({ status }, index) => index % 2 === 0 && status === 200);
    const { status } = await ring.charge(id);
    return same('status', status, paid ? 'captured' : 'expired');
  },
  dispute: async (ring) => {
    const id = await ring.paid();
    await ring.start((index) =>
      index < 4
        ? ring.client.post(`/v1/sandbox/charges/${id}/chargeback`)
        : ring.client.post(`/v1/charges/${id}/refund`, { amount: 10 }),
    );
    const disputes = await ring.installation.count(
      `charge_status_history WHERE charge_id = $1 AND to_status = 'chargeback'`,
      [id],
    );
    return same('disputes', disputes, 1);
  },
  decide: async (ring) => {
    const id = await ring.onboarding.submittedPerson();
    const answers = await ring.start((index) =>
      index % 2 === 0
        ? ring.operator(index).post(`/v1/review/submerchants/${id}/approve`)
        : ring.operator(index).post(`/v1/review/submerchants/${id}/request-resubmission`, {
            reasons: [{ code: 'missing_information' }],
          }),
    );
    return exactly(answers, 1, 200, [409]);
  },
  upsert: async (ring) => {
    const id = await ring.onboarding.company();
    const answers = await ring.start((index) =>
      ring.client.post(
        `/v1/submerchants/${id}/legal-representatives`,
        partnerBody({ name: `Bruno ${'ABCDEF'[index]}` }),
      ),
    );
    const rows = await ring.installation.count('legal_representatives WHERE submerchant_id = $1', [id]);
    return [...exactly(answers, 1, 201, [200]), ...same('partners', rows, 1)];
  },
  replace: async (ring) => {
    const id = await ring.onboarding.person();
    const answers = await ring.start(() =>
      ring.client.post(`/v1/submerchants/${id}/documents`, documentBody('front_id')),
    );
    const current = await ring.installation.count(
      'submerchant_documents WHERE submerchant_id = $1 AND replaced_at IS NULL',
      [id],
    );
    return [...exactly(answers, RUNNERS, 201, []), ...same('current documents', current, 1)];
  },
  primary: async (ring) => {
    const id = await ring.onboarding.company();
    const answers = await ring.start(() =>
      ring.client.post(`/v1/submerchants/${id}/addresses`, addressBody({ is_primary: true })),
    );
    const { body } = await ring.client.get(`/v1/submerchants/${id}/addresses`);
    const primary = body.data.filter((one: { is_primary: boolean }) => one.is_primary).length;
    return [...exactly(answers, RUNNERS, 201, []), ...same('primary addresses', primary, 1)];
  },
  'same key': async (ring) => {
    const key = ring.key();
    const answers = await ring.start(() =>
      ring.client.post('/v1/charges', pixBody({ external_id: key }), { 'idempotency-key': key }),
    );
    const rows = await ring.installation.count('charges WHERE external_id = $1', [key]);
    const ids = new Set(answers.filter(({ status }) => status === 201).map(idOf));
    return [...same('charges', rows, 1), ...same('ids', ids.size, 1)];
  },
};

async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const merchant = await installation.merchant();
  const operators = await Promise.all([1, 2, 3].map(() => installation.operator('reviewer')));
  const ring = new Ring(installation, merchant, operators);
  const findings = new Findings();
  const names = Object.keys(RACES);
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < count) {
      const name = names[next % names.length] ?? '';
      next += 1;
      const wrong = await RACES[name]?.(ring).catch((error: unknown) => [errorMessage(error)]);
      findings.violations.push(...(wrong ?? []).map((what) => `${name}: ${what}`));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, runner));
  await settled(installation, merchant.id, findings);
  findings.violations.push(...(await installation.brokenRules()));
  return { ...findings.verdict(12), count };
}

export const races: Trial = {
  id: 'races',
  trial:
    'refund, capture, void, pay, expire, dispute, decide, upsert, replace, primary, same key: exactly the allowed number',
  counts: { short: 72, full: 50_000 },
  run,
};

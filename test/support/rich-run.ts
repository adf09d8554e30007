import { ExpireChargesTask } from '../../src/charges/expire/expire-charges.task';
import { ProviderTimeoutService } from '../../src/providers';
import { cardBody, boletoBody, Charging, pixBody } from './charges';
import { playDesk } from './desk-run';
import { eventually } from './eventually';
import { letDocumentExpire, Onboarding } from './onboarding';
import { receiver } from './receiver';
import { playAnticipations } from './rich-anticipations';
import { playDebts } from './rich-debts';
import { playPayouts } from './rich-payouts';
import { playReports } from './rich-reports';
import { park, payAnyway, spoil, runNow } from './sandbox';
import type { TestMerchant, TestService } from './service';
import { callEnded, nothingUnderway } from './underway';

/** What a rich run left behind, by what happened to it. */
export interface RichRunIds {
  readonly merchant: TestMerchant;
  readonly seller: string;
  readonly charges: Readonly<Record<string, string>>;
}

type Look = (path: string) => Promise<void>;

/**
 * Everything that can happen to registrations, documents and charges, one thing after the other, on a service with its
 * worker: what a database holds after it is as rich as this product can make it. `look` is called with the path of what
 * was touched, after each step.
 */
export class RichRun {
  private readonly charges: Record<string, string> = {};
  private readonly charging: Charging;
  private readonly onboarding: Onboarding;

  private constructor(
    private readonly app: TestService,
    private readonly merchant: TestMerchant,
    private readonly look: Look,
  ) {
    this.charging = new Charging(merchant.client);
    this.onboarding = new Onboarding(merchant.client);
  }

  static async play(
    app: TestService,
    look: (merchant: TestMerchant, path: string) => Promise<void> = async () => undefined,
  ): Promise<RichRunIds> {
    const merchant = await app.merchant();
    await app.merchant({ mode: 'live' });
    const hooks = await receiver();
    await merchant.client.post('/v1/postbacks/endpoints', { url: hooks.url, events: ['*'] });
    const run = new RichRun(app, merchant, (path) => look(merchant, path));
    try {
      const seller = await run.registrations();
      await run.moneyTaken(seller);
      await run.moneyBack(seller);
      await run.disputed(seller);
      await playPayouts(merchant, seller, (path) => look(merchant, path));
      await playAnticipations(app, merchant, seller, (path) => look(merchant, path));
      await run.notTaken();
      await run.moneyDue();
      await playDebts(app);
      await nothingUnderway(app);
      return { merchant, seller, charges: run.charges };
    } finally {
      await hooks.close();
    }
  }

  /** Registrations in every status, documents with every verdict. Answers an active seller. */
  private async registrations(): Promise<string> {
    const { client } = this.merchant;
    const sandbox = async (id: string, verdict: 'approve' | 'reject', body?: unknown) => {
      await client.post(`/v1/sandbox/submerchants/${id}/${verdict}`, body);
      await this.look(`/v1/submerchants/${id}`);
    };
    await this.onboarding.readyCompany();
    const rejected = await this.onboarding.submittedPerson();
    await this.look(`/v1/submerchants/${rejected}`);
    await sandbox(rejected, 'reject', { reasons: [{ code: 'unreadable' }], correctable: true });
    await client.post(`/v1/submerchants/${rejected}/request-resubmission`);
    await this.look(`/v1/submerchants/${rejected}`);
    const seller = await this.onboarding.submittedPerson();
    const documents = async (id: string) => {
      const { data } = (await client.get(`/v1/submerchants/${id}/documents`)).body as {
        data: { id: string }[];
      };
      for (const document of data) await this.look(`/v1/submerchants/${id}/documents/${document.id}`);
    };
    await documents(seller);
    await sandbox(seller, 'approve');
    await documents(seller);
    await this.onboarding.document(rejected, 'selfie_with_id');
    await letDocumentExpire(this.app.dataSource, rejected, 'front_id');
    await this.onboarding.document(rejected, 'front_id', { expires_at: '2020-01-01' });
    await documents(rejected);
    return seller;
  }

  private async moneyTaken(seller: string): Promise<void> {
    const { client } = this.merchant;
    const split_rules = this.rules(seller);
    await this.note('pending', this.charging.create(pixBody({ split_rules, external_id: 'pedido-1' })));
    await this.note('boleto', this.charging.create(boletoBody({ submerchant_id: seller })));
    const card = await this.note('card', this.charging.create(cardBody('tok_approved', { split_rules })));
    await this.until(card, 'captured');
    await this.until(await this.note('declined', this.charging.create(cardBody('tok_declined'))), 'failed');
    await this.until(
      await this.note('disputed', this.charging.create(cardBody('tok_chargeback'))),
      'chargeback',
    );
    const part = await this.authorized('part', { amount: 10_001, split_rules });
    await client.post(
      `/v1/charges/${part}/capture`,
      { amount: 3_337 },
      { 'idempotency-key': 'rich-capture' },
    );
    await this.touched(part);
    const released = await this.authorized('released');
    await client.post(`/v1/charges/${released}/void`);
    await this.touched(released);
    const lapsed = await this.authorized('lapsed');
    await this.timeIsUp(lapsed);
    await this.until(lapsed, 'voided');
    const held = await this.authorized('held');
    await spoil(this.app, 'void', 'refused');
    await this.timeIsUp(held);
    await eventually(async () => expect((await this.charging.read(held)).version).toBe(3));
    await this.touched(held);
    const late = await this.note('late', this.charging.create(boletoBody()));
    await this.timeIsUp(late);
    await this.until(late, 'expired');
    await payAnyway(this.app, late, 10_000);
    await this.until(late, 'captured');
  }

  private async moneyBack(seller: string): Promise<void> {
    const { client } = this.merchant;
    const split_rules = this.rules(seller);
    const refund = async (id: string, body: object = {}, headers = {}) => {
      const answer = await client.post(`/v1/charges/${id}/refund`, body, headers);
      await this.touched(id);
      return answer;
    };
    const some = await this.note('refunded_in_part', this.charging.paidPix({ amount: 10_007, split_rules }));
    for (const amount of [1, 3, 5, 777])
      await refund(some, { amount }, { 'idempotency-key': `rich-${amount}` });
    await spoil(this.app, 'refund', 'refused');
    await refund(some, { amount: 11, reason: 'troca' });
    await refund(some, { amount: 13 });
    const named = await this.note('refunded_as_named', this.charging.paidPix({ split_rules }));
    await refund(named, { amount: 2_000, split_refunds: [{ recipient_id: seller, amount: 2_000 }] });
    await refund(named, { amount: 77 });
    const whole = await this.note('refunded', this.charging.paidPix({ split_rules }));
    await refund(whole, { amount: 3_333 });
    await refund(whole);
    const after = await this.note('disputed_after_refund', this.charging.paidPix());
    await refund(after);
    await client.post(`/v1/sandbox/charges/${after}/chargeback`);
    await this.touched(after);
    await this.unanswered(split_rules);
  }

  /** Refunds whose answer comes late, of which one is refused: the others end as if it had never been. */
  private async unanswered(split_rules: unknown): Promise<void> {
    const { client } = this.merchant;
    const id = await this.note('re_apportioned', this.charging.paidPix({ amount: 10_007, split_rules }));
    const timeout = this.app.api.get(ProviderTimeoutService, { strict: false });
    const replaced = jest.replaceProperty(timeout, 'timeoutMs', 200);
    try {
      for (const amount of [3_331, 4_001]) {
        await spoil(this.app, 'refund', 'lost');
        const answer = await client.post(`/v1/charges/${id}/refund`, { amount });
        expect(answer.status).toBe(202);
        await park(this.app);
      }
      await spoil(this.app, 'refund', 'refused');
      await runNow(this.app);
    } finally {
      replaced.restore();
    }
    await eventually(async () => {
      const { pagination } = (await client.get(`/v1/charges/${id}/refunds?status=pending`)).body;
      expect(pagination.total).toBe(0);
    }, 30_000);
    await this.touched(id);
    await client.post(`/v1/charges/${id}/refund`, { amount: 100 });
    await this.touched(id);
  }

  /** Disputes in every status, of both kinds. */
  private async disputed(seller: string): Promise<void> {
    const { client } = this.merchant;
    const half = { percentage: 50, liable: true };
    const split_rules = [this.merchant.id, seller].map((recipient_id) => ({ recipient_id, ...half }));
    const open = async (name: string, kind: string, charge: Promise<{ readonly id?: unknown }>) => {
      const chargeId = await this.note(name, charge);
      await client.post(`/v1/sandbox/charges/${chargeId}/dispute`, { kind });
      await this.touched(chargeId);
      const { data } = (await client.get(`/v1/disputes?charge_id=${chargeId}`)).body;
      return { chargeId, id: (data as { id: string }[])[0]?.id ?? '' };
    };
    const answer = async (
      { id, chargeId }: { id: string; chargeId: string },
      path: string,
      body?: unknown,
    ) => {
      const { status } = await client.post(path.replace('$id', id), body);
      expect(status).toBe(200);
      await this.look(`/v1/disputes/${id}`);
      await this.touched(chargeId);
    };
    const pix = () => this.charging.paidPix({ amount: 3_001, split_rules });
    const card = await this.charging.create(cardBody('tok_approved', { split_rules }, { installments: 3 }));
    await this.charging.until(card.id as string, 'captured', 30_000);
    await answer(await open('won', 'chargeback', Promise.resolve(card)), '/v1/sandbox/disputes/$id/win');
    await answer(await open('contested', 'chargeback', pix()), '/v1/disputes/$id/contest', {
      statement: 'Delivered.',
    });
    await answer(await open('accepted', 'pix_return', pix()), '/v1/disputes/$id/accept');
    await answer(await open('taken_back', 'pix_return', pix()), '/v1/sandbox/disputes/$id/lose');
    await answer(await open('kept', 'pix_return', pix()), '/v1/sandbox/disputes/$id/win');
    await open('blocked', 'pix_return', pix());
  }

  /** Payments that nobody waits for. */
  private async notTaken(): Promise<void> {
    const { client } = this.merchant;
    const voided = async (name: string) => {
      const id = await this.note(name, this.charging.create(pixBody()));
      await client.post(`/v1/charges/${id}/void`);
      await this.touched(id);
      return id;
    };
    const returned = await voided('returned');
    await payAnyway(this.app, returned, 10_000);
    await callEnded(this.app, 'return', returned, 'succeeded');
    const kept = await voided('not_returned');
    await spoil(this.app, 'refund', 'refused');
    await payAnyway(this.app, kept, 10_000);
    await callEnded(this.app, 'return', kept, 'failed');
    await this.touched(kept);
    const other = await this.note('other_amount', this.charging.create(pixBody()));
    await payAnyway(this.app, other, 77);
    await callEnded(this.app, 'return', other, 'succeeded');
    await this.touched(other);
  }

  private rules(seller: string): unknown {
    return [
      { recipient_id: this.merchant.id, percentage: 33.33 },
      { recipient_id: seller, percentage: 66.67, charge_remainder: true },
    ];
  }

  private async note(name: string, made: Promise<{ readonly id?: unknown }>): Promise<string> {
    const id = (await made).id as string;
    this.charges[name] = id;
    await this.touched(id);
    return id;
  }

  private async authorized(name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const id = await this.charging.authorized(fields);
    this.charges[name] = id;
    await this.touched(id);
    return id;
  }

  private async until(id: string, status: string): Promise<void> {
    await this.charging.until(id, status, 30_000);
    await this.touched(id);
  }

  private async touched(id: string): Promise<void> {
    await this.look(`/v1/charges/${id}`);
  }

  /** The job runs each minute: this is its next run. */
  private async timeIsUp(id: string): Promise<void> {
    await this.app.dataSource.query(
      `UPDATE charges SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    await this.app.worker?.get(ExpireChargesTask, { strict: false }).run();
  }

  /** Some of what was captured is due, some still comes. */
  private async moneyDue(): Promise<void> {
    const { client } = this.merchant;
    const card = cardBody('tok_approved', { amount: 9_000 }, { installments: 3 });
    await this.until(await this.note('in_instalments', this.charging.create(card)), 'captured');
    const until = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const settled = await client.post('/v1/sandbox/receivables/settle', { until_date: until });
    expect(settled.body.data.settlements).toBeGreaterThan(0);
    await playDesk(this.app, this.merchant.id);
    await playReports(this.app, this.merchant);
  }
}

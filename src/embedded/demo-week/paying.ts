import { randomUUID } from 'node:crypto';
import { localDay } from '../../common/calendar';
import type { Case } from './onboarding';
import { SELLERS } from './sellers';
import type { Stage } from './stage';
import type { Answered } from './voice';

const PROVIDER = 'sandbox';
/** Asked each hour, it is days until the bank of the sandbox hears of a payout that it is to lose. */
const LOST_TIMES = 100;

/** Beyond the two business days of a boleto, and before the thirty days of a card. */
const SETTLED_AHEAD_HOURS = 72;

/** A bank account of the seller's own, as its bank writes it. */
export interface Account {
  readonly bank_code: string;
  readonly branch: string;
  readonly account: string;
  readonly account_digit: string;
}

interface Withdrawing {
  readonly amount: number;
  /** Without it, where the first of its destinations leads. */
  readonly to?: string;
  readonly description?: string;
}

/** How the marketplace pays its sellers, and what the treasurer makes of it. */
export class Purse {
  private payouts = 0;
  /** Of what the provider tells wrong. */
  private wrongDay = '';

  constructor(private readonly stage: Stage) {}

  pixKey(seller: Case, pixKeyType: string, pixKey: string): Promise<string> {
    return this.destination(seller, { type: 'pix_key', pix_key_type: pixKeyType, pix_key: pixKey });
  }

  bankAccount(seller: Case, account: Account): Promise<string> {
    const { legalName, taxId } = SELLERS[seller.name];
    const holder = { holder_name: legalName, holder_tax_id: taxId };
    return this.destination(seller, {
      type: 'bank_account',
      account_type: 'checking',
      ...account,
      ...holder,
    });
  }

  async withdraw(seller: Case, { amount, to, description }: Withdrawing): Promise<string> {
    this.payouts += 1;
    const { id } = await this.move('/v1/withdrawals', {
      wallet_id: seller.sellerId,
      external_id: `repasse-${this.payouts}`,
      ...{ amount, destination_id: to, description },
    });
    return id;
  }

  /** As withdraw, and for days nobody learns what became of it. */
  async withdrawIntoSilence(seller: Case, withdrawing: Withdrawing): Promise<void> {
    await this.stage.week.losePayout();
    const id = await this.withdraw(seller, withdrawing);
    await this.stage.until('the payout is lost', () => this.stage.week.keepLosing(id, LOST_TIMES));
  }

  /** The marketplace takes it back. */
  async cancel(withdrawalId: string): Promise<void> {
    await this.stage.marketplace.post(`/v1/withdrawals/${withdrawalId}/cancel`);
  }

  async approve(withdrawalId: string): Promise<void> {
    await this.treasurer.post(`/v1/review/withdrawals/${withdrawalId}/approve`);
  }

  async refuse(withdrawalId: string, reason: string): Promise<void> {
    await this.treasurer.post(`/v1/review/withdrawals/${withdrawalId}/refuse`, { reason });
  }

  /** @param payout what should come of it; without it all that there is */
  async anticipate(seller: Case, payout?: number): Promise<string> {
    return (await this.move('/v1/anticipations', { wallet_id: seller.sellerId, payout })).id;
  }

  /** An approved one is paid now, whatever its day; on a business day that is not over the worker may have been faster. */
  async payAnticipation(id: string): Promise<void> {
    try {
      await this.stage.marketplace.post(`/v1/sandbox/anticipations/${id}/pay`);
    } catch (error) {
      const { status } = await this.stage.marketplace.get(`/v1/anticipations/${id}`);
      if (status !== 'paid') throw error;
    }
  }

  async refuseAnticipation(id: string, code: string, message: string): Promise<void> {
    await this.treasurer.post(`/v1/review/anticipations/${id}/refuse`, { code, message });
  }

  /** What was sold but by card is settled now, however many holidays and weekends the days between have. */
  async settleEarly(): Promise<void> {
    const until = localDay(new Date(this.stage.moment(-SETTLED_AHEAD_HOURS)));
    await this.stage.marketplace.post('/v1/sandbox/receivables/settle', { until_date: until });
  }

  /** The provider tells something wrong of this charge when it is asked for its day. */
  async misreport(
    chargeId: string,
    wrong: { action: 'double' } | { action: 'alter'; gross: number },
  ): Promise<void> {
    await this.stage.settled();
    await this.stage.marketplace.post('/v1/sandbox/reports/faults', { resource_id: chargeId, ...wrong });
    const charge = await this.stage.marketplace.get<{ captured_at: string }>(`/v1/charges/${chargeId}`);
    this.wrongDay = localDay(new Date(charge.captured_at));
  }

  /** The treasurer compares that day with the books, and explains what of it differs in one way. */
  async explain(status: string, note: string): Promise<void> {
    const day = { provider: PROVIDER, date: this.wrongDay };
    const { id } = await this.treasurer.post('/v1/review/reconciliations', day);
    const path = `/v1/review/reconciliations/${id}/items`;
    for (const item of await this.treasurer.get<Answered[]>(`${path}?status=${status}`))
      await this.treasurer.post(`${path}/${item.id}/resolve`, { action: 'explain', note });
  }

  private get treasurer(): ReturnType<Stage['operator']> {
    return this.stage.operator('tereza');
  }

  private async destination(seller: Case, place: object): Promise<string> {
    const path = `/v1/wallets/${seller.sellerId}/destinations`;
    const { id } = await this.stage.marketplace.post(path, place);
    await this.stage.settled();
    return id;
  }

  private move(path: string, body: object): Promise<Answered> {
    return this.stage.marketplace.post(path, body, { 'idempotency-key': randomUUID() });
  }
}

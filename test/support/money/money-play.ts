import { randomUUID } from 'node:crypto';
import { BankCalendar, localDay } from '../../../src/common/calendar';
import { RecoverDebtsTask } from '../../../src/wallets/debt/recover-debts.task';
import type { Answer, JsonBody } from '../client';
import { eventually } from '../eventually';
import { Onboarding } from '../onboarding';
import type { TestMerchant, TestOperator, TestService } from '../service';
import { agreedTerms, AGREED } from './agreed';
import { plusDays } from './arithmetic';
import type { HeldRefund } from './held-refund';
import { MoneyModel } from './money-model';
import { type Balances, balancesOf, type Fate } from './money-state';

const FATES: readonly Fate[] = ['paid', 'failed', 'returned', 'partly-returned'];

/** One merchant with two sellers at the real service, and the model beside it. */
export class MoneyPlay {
  readonly model: MoneyModel;
  readonly wallets: readonly string[];
  /** Beside the one that the model has. */
  refund: HeldRefund | null = null;

  private constructor(
    readonly service: TestService,
    readonly merchant: TestMerchant,
    readonly operators: Readonly<Record<'ana' | 'bia', TestOperator>>,
    sellers: readonly string[],
    private readonly destinations: ReadonlyMap<string, string>,
  ) {
    this.wallets = [merchant.id, ...sellers];
    this.model = new MoneyModel(merchant.id, sellers);
  }

  static async open(service: TestService): Promise<MoneyPlay> {
    const merchant = await service.merchant();
    const onboarding = new Onboarding(merchant.client);
    const sellers = [await onboarding.activePerson(), await onboarding.activePerson()];
    const [ana, bia, admin] = [
      await service.operator({ role: 'treasurer' }),
      await service.operator({ role: 'treasurer' }),
      await service.operator({ role: 'admin' }),
    ];
    good(await admin.client.post('/v1/review/terms', { merchant_id: merchant.id, ...agreedTerms() }));
    for (const id of sellers)
      good(await admin.client.patch(`/v1/review/wallets/${id}`, { debt_limit: AGREED.debtLimit }));
    const destinations = new Map<string, string>();
    for (const wallet of [merchant.id, ...sellers])
      for (const fate of FATES)
        destinations.set(`${wallet} ${fate}`, await destination(merchant, wallet, fate));
    return new MoneyPlay(service, merchant, { ana, bia }, sellers, destinations);
  }

  get client() {
    return this.merchant.client;
  }

  get today(): string {
    return localDay(new Date());
  }

  /** A business day that does not come while the steps are taken. */
  get paymentDay(): string {
    return new BankCalendar().nextBusinessDay(plusDays(this.today, 7));
  }

  destination(wallet: string, fate: Fate): string {
    return this.destinations.get(`${wallet} ${fate}`)!;
  }

  /** As the merchant, under a key of its own. */
  ask(path: string, body: object = {}): Promise<Answer> {
    return this.client.post(path, body, { 'idempotency-key': randomUUID() });
  }

  async read(path: string): Promise<JsonBody> {
    return good(await this.client.get(path));
  }

  /** The record, once it has one of these statuses. */
  until(path: string, ...statuses: string[]): Promise<JsonBody> {
    return eventually(async () => {
      const found = await this.read(path);
      if (!statuses.includes(String(found.status))) throw new Error(`${path} is ${String(found.status)}`);
      return found;
    }, 30_000);
  }

  /** Every bucket of every wallet is the model's, to the cent. */
  async compare(): Promise<void> {
    this.model.tidy();
    const shown = await this.withoutPayableDebts();
    const found = Object.fromEntries(shown.map(({ id, balance }) => [this.nameOf(id), balance]));
    const wanted = this.wallets.map((id) => [this.nameOf(id), balancesOf(this.model.now, id)] as const);
    expect(found).toEqual(Object.fromEntries(wanted));
  }

  /** What is owed is paid from what is there, once the lines of both have got their places. */
  private withoutPayableDebts(): Promise<readonly { id: string; balance: Balances }[]> {
    return eventually(async () => {
      const shown = (await this.read('/v1/wallets?limit=100')) as { id: string; balance: Balances }[];
      if (shown.every(({ balance: { available, debt } }) => available === 0 || debt === 0)) return shown;
      await this.service.worker?.get(RecoverDebtsTask, { strict: false }).run();
      throw new Error('a debt could be paid and is not');
    });
  }

  /** At the end, what stands behind the balances too: each receivable, anticipation, withdrawal, and the accounts of the book. */
  async compareRecords(): Promise<void> {
    const { charges, anticipations, withdrawals, book } = this.model.now;
    for (const charge of charges) {
      const found = (await this.read(`/v1/receivables?charge_id=${charge.id}&limit=100`)) as JsonBody[];
      const shown = found.map(({ id, status, net, anticipation_id }) => [id, status, net, anticipation_id]);
      const wanted = charge.receivables.map(({ id, status, amount, fee, taken, anticipation }) => {
        return [id, status, amount - fee - taken, anticipation];
      });
      expect(byId(shown)).toEqual(byId(wanted));
      const { status } = await this.read(`/v1/charges/${charge.id}`);
      const { refunded, captured, isChargeback } = charge;
      const left = refunded === 0 ? 'captured' : refunded < captured ? 'partially_refunded' : 'refunded';
      expect([charge.id, status]).toEqual([charge.id, isChargeback ? 'chargeback' : left]);
    }
    for (const { id, status } of anticipations)
      expect([id, (await this.read(`/v1/anticipations/${id}`)).status]).toEqual([id, status]);
    for (const { id, amount, returned, status } of withdrawals) {
      const back = returned === 0 ? 'paid' : returned < amount ? 'partially_returned' : 'returned';
      const shown = (await this.read(`/v1/withdrawals/${id}`)).status;
      expect([id, shown]).toEqual([id, status === 'paid' ? back : status]);
    }
    const { client } = this.operators.ana;
    const { accounts } = good(await client.get(`/v1/review/books/${this.merchant.id}`));
    const own = (accounts as JsonBody[]).filter(
      ({ wallet_id, balance }) => wallet_id === null && balance !== 0,
    );
    const kept = Object.entries(book).filter(([, cents]) => cents !== 0);
    expect(Object.fromEntries(own.map(({ account, balance }) => [account, balance]))).toEqual(
      Object.fromEntries(kept),
    );
  }

  private nameOf(wallet: string): string {
    return ['merchant', 'seller 1', 'seller 2'][this.wallets.indexOf(wallet)] ?? wallet;
  }
}

export function good({ status, body }: Answer): JsonBody {
  if (status >= 300) throw new Error(`unexpected ${status} ${JSON.stringify(body)}`);
  return body.data;
}

async function destination({ client }: TestMerchant, wallet: string, fate: Fate): Promise<string> {
  const path = `/v1/wallets/${wallet}/destinations`;
  const key = { type: 'pix_key', pix_key_type: 'email', pix_key: `${fate}@sandbox.example` };
  const { id } = good(await client.post(path, key)) as { id: string };
  await eventually(async () => expect(good(await client.get(`${path}/${id}`)).status).toBe('active'));
  return id;
}

function byId(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return [...rows].sort(([one], [other]) => String(one).localeCompare(String(other)));
}

import { randomUUID } from 'node:crypto';
import { eventually } from './eventually';
import type { Answer, JsonBody } from './client';
import type { TestService } from './service';
import { WalletBench } from './wallet-bench';

/** A test merchant's seller with money, and its destinations at the sandbox. */
export class Payouts {
  private constructor(
    readonly app: TestService,
    readonly bench: WalletBench,
    readonly seller: string,
  ) {}

  static async open(app: TestService, cents = 10_000): Promise<Payouts> {
    const bench = await WalletBench.open(app);
    const seller = await bench.activeSeller();
    if (cents > 0) await bench.move(seller, 'available', cents);
    return new Payouts(app, bench, seller);
  }

  get client() {
    return this.bench.merchant.client;
  }

  /** Registers an e-mail key of the sandbox, or a bank account by its number, and waits until it is active. */
  async destination(name = 'paid', account?: string, holder = 'Ana Souza'): Promise<string> {
    const path = `/v1/wallets/${this.seller}/destinations`;
    const body =
      account === undefined
        ? { type: 'pix_key', pix_key_type: 'email', pix_key: `${name}@sandbox.example` }
        : {
            ...{ type: 'bank_account', bank_code: '001', branch: '1', account, account_digit: '1' },
            ...{ account_type: 'checking', holder_name: holder, holder_tax_id: '52998224725' },
          };
    const { id } = (await this.client.post(path, body)).body.data as { id: string };
    await eventually(async () => {
      const { status } = (await this.client.get(`${path}/${id}`)).body.data as { status: string };
      if (status !== 'active') throw new Error(`the destination is ${status}`);
    });
    return id;
  }

  ask(body: object = {}, key = randomUUID()): Promise<Answer> {
    return this.client.post(
      '/v1/withdrawals',
      { wallet_id: this.seller, amount: 1_000, ...body },
      { 'idempotency-key': key },
    );
  }

  async asked(body: object = {}): Promise<string> {
    const { status, body: answer } = await this.ask(body);
    if (status !== 201) throw new Error(`unexpected ${status} ${String(answer.error)}`);
    return answer.data.id as string;
  }

  async read(id: string): Promise<JsonBody> {
    return (await this.client.get(`/v1/withdrawals/${id}`)).body.data;
  }

  /** The withdrawal, once it is one of these statuses. */
  is(id: string, ...statuses: string[]): Promise<JsonBody> {
    return eventually(async () => {
      const withdrawal = await this.read(id);
      if (!statuses.includes(String(withdrawal.status)))
        throw new Error(`the withdrawal is ${String(withdrawal.status)}`);
      return withdrawal;
    });
  }

  /** What became of calls about it that wait is asked now. */
  async hurry(id: string): Promise<void> {
    await this.app.dataSource.query(
      `UPDATE provider_calls SET next_attempt_at = now() WHERE subject_id = $1 AND status = 'pending'`,
      [id],
    );
  }

  async balance(): Promise<{ available: number; in_transit: number; debt: number; withdrawable: number }> {
    return (await this.bench.read(this.seller)).balance;
  }

  /** Terms of this merchant, from now on. */
  async agree(terms: object): Promise<void> {
    const { client } = await this.app.operator({ role: 'admin' });
    const { status } = await client.post('/v1/review/terms', {
      merchant_id: this.bench.merchant.id,
      ...terms,
    });
    if (status !== 201) throw new Error(`unexpected ${status}`);
  }
}

/** Limits as the terms take them, those of a test merchant but for what is named. */
export const limits = (changed: object) => ({
  limits: {
    ...{ minimum: 100, maximum: null, daily_amount: null, daily_count: 100 },
    ...{ review_above: null, second_review_above: null, ...changed },
  },
});

import { request } from 'undici';
import type { IncomingHttpHeaders } from 'undici/types/header';
import { SYSTEM_ACTOR } from '../../src/common/audit';
import { AdaptersService, AddProviderAccountUseCase } from '../../src/providers';
import { Bank, BankAdapter } from './bank';
import { boletoBody, Charging } from './charges';
import { startService, type TestMerchant, type TestService } from './service';

/** What the bank's address answers. */
interface Acknowledged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: { error: string; message: string };
}

/** A merchant whose boletos come from its own account at a bank, beside the platform's sandbox. */
export class TwoProviders {
  private constructor(
    readonly app: TestService,
    readonly bank: Bank,
    readonly merchant: TestMerchant,
    readonly charging: Charging,
  ) {}

  /** The bank's account of the merchant. */
  accountId = '';

  static async start(): Promise<TwoProviders> {
    const bank = await Bank.open();
    const app = await startService({ worker: true });
    for (const process of [app.api, app.worker])
      process?.get(AdaptersService, { strict: false }).register(new BankAdapter());
    const merchant = await app.merchant();
    const both = new TwoProviders(app, bank, merchant, new Charging(merchant.client));
    both.accountId = await both.account(merchant.id, 'test');
    return both;
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.bank.close();
  }

  async account(merchantId: string, mode: 'test' | 'live'): Promise<string> {
    const { url, apiKey, webhookSecret } = this.bank;
    const credentials = { url, api_key: apiKey, webhook_secret: webhookSecret };
    const input = { merchantId, mode, adapter: 'bank', methods: ['boleto'], credentials } as const;
    const adding = this.app.api.get(AddProviderAccountUseCase, { strict: false });
    return (await adding.execute(input, SYSTEM_ACTOR)).id;
  }

  /** What the bank sends to the address of an account, over HTTP. */
  async tell(
    { body, headers }: { body: string; headers: Record<string, string> },
    to: string = this.accountId,
  ): Promise<Acknowledged> {
    const url = `${this.app.url}/providers/${to}/notifications`;
    const answer = await request(url, { method: 'POST', headers, body });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: JSON.parse(text === '' ? '{}' : text),
    };
  }

  async storedNotifications(): Promise<number> {
    const rows = await this.app.dataSource.query<unknown[]>(
      'SELECT 1 FROM provider_notifications WHERE account_id = $1',
      [this.accountId],
    );
    return rows.length;
  }

  created() {
    return this.charging.create(boletoBody());
  }
}

/** By which name the bank knows a boleto. */
export const referenceOf = (charge: { payment_details: { our_number: string } }): string =>
  charge.payment_details.our_number;

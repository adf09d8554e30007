import { createHmac, randomUUID } from 'node:crypto';
import { SYSTEM_ACTOR } from '../../src/common/audit';
import { AdaptersService, AddProviderAccountUseCase } from '../../src/providers';
import { brCode, txidOf } from '../../src/providers/codes/br-code';
import type { DisputeNotification } from '../../src/providers/dispute.port';
import {
  type AccountAccess,
  type FollowUpRequest,
  type ParsedNotification,
  type PixInstructions,
  type PixPort,
  type PixRequest,
  ProviderAdapter,
  type ProviderOutcome,
  type RawNotification,
} from '../../src/providers/provider.port';
import { BankAdapter } from './bank';
import { Charging } from './charges';
import type { JsonBody } from './client';
import { type DisputeKind, Disputing } from './disputes';
import type { TestMerchant, TestService } from './service';
import { TwoProviders } from './two-providers';
import { onceMade } from './use-service';

export const NAME = 'disputing-bank';
const SIGNATURE = 'x-bank-signature';

/** Our side of a bank that is paid by boleto and by pix, and tells of disputes in the words of the port. */
class DisputingBankAdapter extends ProviderAdapter implements PixPort {
  private readonly bank = new BankAdapter();
  /** What it has not decided yet it refuses, for good. */
  refusesPending = false;

  override readonly name = NAME;
  override readonly capabilities = ['boleto', 'pix'] as const;
  override readonly instructions = 'asked';
  override readonly boleto = this.bank;
  override readonly pix = this;

  async createPix(_account: AccountAccess, key: string, request: PixRequest): Promise<PixInstructions> {
    const txid = txidOf(key);
    const { receiverName: merchantName, amountCents } = request;
    return {
      reference: txid,
      qrCode: brCode({ key: NAME, merchantName, merchantCity: '', amountCents, txid }),
    };
  }

  void(account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome> {
    return this.bank.void(account, key, request);
  }

  refund(account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome> {
    return this.bank.refund(account, key, request);
  }

  override async lookup(account: AccountAccess, key: string): Promise<ProviderOutcome | null> {
    const found = await this.bank.lookup(account, key);
    if (!this.refusesPending || found?.kind !== 'pending') return found;
    return { kind: 'refused', code: 'account_closed', message: 'Nobody to give it to.', retryable: false };
  }

  override verifyNotification(account: AccountAccess, raw: RawNotification): Promise<boolean> {
    return this.bank.verifyNotification(account, raw);
  }

  override parseNotification(body: Buffer): ParsedNotification {
    const { event_id: id, disputes } = JSON.parse(body.toString('utf8')) as {
      event_id: string;
      disputes?: DisputeNotification[];
    };
    return disputes === undefined ? this.bank.parseNotification(body) : { id, items: disputes };
  }
}

/** The service beside a bank that tells of as many disputes of a payment as it likes, each under a name of its own. */
export class DisputingBank {
  private constructor(
    private readonly both: TwoProviders,
    private readonly adapter: DisputingBankAdapter,
  ) {}

  static async start(): Promise<DisputingBank> {
    const both = await TwoProviders.start();
    const adapter = new DisputingBankAdapter();
    for (const process of [both.app.api, both.app.worker])
      process?.get(AdaptersService, { strict: false }).register(adapter);
    return new DisputingBank(both, adapter);
  }

  get app(): TestService {
    return this.both.app;
  }

  stop(): Promise<void> {
    return this.both.stop();
  }

  /** A merchant whose boletos and pix are this bank's from now on. */
  async serve(merchant: TestMerchant, mode: 'test' | 'live' = 'test'): Promise<BankedMerchant> {
    const { url, apiKey, webhookSecret } = this.both.bank;
    const credentials = { url, api_key: apiKey, webhook_secret: webhookSecret };
    const account = {
      ...{ merchantId: merchant.id, mode, adapter: NAME, credentials },
      methods: ['boleto', 'pix'],
    } as const;
    const adding = this.app.api.get(AddProviderAccountUseCase, { strict: false });
    const { id } = await adding.execute(account, SYSTEM_ACTOR);
    return new BankedMerchant(this.both, id, new Charging(merchant.client));
  }

  /** The next refund that is asked for is taken, and decided later. */
  takesItsTime(): void {
    this.adapter.refusesPending = false;
    this.both.bank.next.push({ kind: 'refunds', status: 'pending' });
  }

  /** What it has not decided it refuses when it is asked again. */
  refusesWhatIsPending(): void {
    this.adapter.refusesPending = true;
  }
}

/** The bank for all tests of a file, and for each of them a merchant that it serves. */
export function useDisputingBank(): {
  readonly bank: DisputingBank;
  readonly at: Disputing;
  readonly provider: BankedMerchant;
} {
  let bank: DisputingBank | null = null;
  let at: Disputing | null = null;
  let provider: BankedMerchant | null = null;
  beforeAll(async () => {
    bank = await DisputingBank.start();
  });
  beforeEach(async () => {
    const started = onceMade(() => bank);
    at = await Disputing.begin(started.app);
    provider = await started.serve(at.merchant);
  });
  afterAll(() => bank?.stop());
  return { bank: onceMade(() => bank), at: onceMade(() => at), provider: onceMade(() => provider) };
}

/** What that bank tells of the payments of one merchant. */
export class BankedMerchant {
  constructor(
    private readonly both: TwoProviders,
    private readonly accountId: string,
    private readonly charging: Charging,
  ) {}

  /** A captured charge. */
  async paid(body: Record<string, unknown>): Promise<JsonBody> {
    const charge = await this.charging.create(body);
    const payment = { boleto: referenceOf(charge), amount: Number(body['amount']) };
    await this.send(this.both.bank.notification([payment]));
    return this.charging.until(charge.id as string, 'captured');
  }

  opened(
    charge: JsonBody,
    disputeId: string,
    dispute: DisputeKind = 'chargeback',
    amountCents = charge.amount_captured as number,
  ): Promise<void> {
    const about = { reference: referenceOf(charge), disputeId, dispute, amountCents };
    return this.tell({ kind: 'dispute_opened', ...about, respondBy: null, reason: null });
  }

  won(charge: JsonBody, disputeId: string): Promise<void> {
    return this.tell({ kind: 'dispute_won', reference: referenceOf(charge), disputeId });
  }

  lost(charge: JsonBody, disputeId: string, amountCents: number): Promise<void> {
    return this.tell({ kind: 'dispute_lost', reference: referenceOf(charge), disputeId, amountCents });
  }

  private tell(dispute: DisputeNotification): Promise<void> {
    const body = JSON.stringify({ event_id: randomUUID(), disputes: [dispute] });
    const signature = createHmac('sha256', this.both.bank.webhookSecret).update(body).digest('hex');
    return this.send({ body, headers: { [SIGNATURE]: signature } });
  }

  private async send(notification: { body: string; headers: Record<string, string> }): Promise<void> {
    const { status } = await this.both.tell(notification, this.accountId);
    if (status !== 204) throw new Error(`unexpected ${status}`);
  }
}

/** By which name the bank knows a payment. */
function referenceOf({ payment_details: details }: JsonBody): string {
  return String(details.our_number ?? details.txid);
}

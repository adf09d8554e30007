import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { SYSTEM_ACTOR } from '../../src/common/audit';
import { AdaptersService, AddProviderAccountUseCase } from '../../src/providers';
import type {
  PayoutMethod,
  PayoutNotification,
  PayoutPort,
  PayoutRequest,
  ResolveRequest,
} from '../../src/providers/payout.port';
import {
  type AccountAccess,
  type ParsedNotification,
  ProviderAdapter,
  type ProviderOutcome,
  ProviderUnanswered,
  type RawNotification,
} from '../../src/providers/provider.port';
import { BankAdapter } from './bank';
import type { JsonBody } from './client';
import { Payouts } from './payouts';
import { startService, type TestService } from './service';

const SIGNATURE = 'x-payout-bank-signature';
const NAME = 'payout_bank';

/** What became of money that was to be sent: `refused` for good, `busy` for this time. */
export type Fate = 'paid' | 'pending' | 'refused' | 'busy';

/** What the bank tells of its own accord. */
type ReportedPayout = Exclude<PayoutNotification, { kind: 'payout_returned' }>;

/** What the bank knows of a request, by its key. */
interface Known {
  readonly reference: string;
  readonly fate: Fate;
  /** Why it was refused. */
  readonly code?: string;
  readonly holder?: { readonly name: string; readonly taxId: string };
  /** Of what was paid; a TED has no end-to-end id. */
  readonly proof?: { readonly endToEndId: string | null; readonly authentication: string };
}

/** A bank that reaches accounts by ted and keys by pix, behind a real network. */
export class PayoutBank {
  /** What it was asked to send, each time. */
  readonly sent: { readonly key: string; readonly request: PayoutRequest }[] = [];
  /** The keys that it was asked about. */
  readonly lookedUp: string[] = [];
  /** What becomes of the next ones, instead of being paid at once. */
  readonly next: Fate[] = [];
  /** While it is, it answers nothing. */
  isSilent = false;
  /** What it knows of what it is asked about is as of before it waited for this. */
  held: Promise<void> | null = null;
  private readonly known = new Map<string, Known>();

  private constructor(
    private readonly server: Server,
    readonly secret: string,
  ) {}

  static async open(): Promise<PayoutBank> {
    const server = createServer();
    const bank = new PayoutBank(server, randomUUID());
    server.on('request', (incoming, response) => {
      void bank.answer(incoming).then((known) => {
        if (bank.isSilent) return response.destroy();
        response.writeHead(known === null ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(known ?? {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return bank;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What was sent last, by its key and the bank's name of it. */
  get last(): { readonly key: string; readonly reference: string } {
    const key = this.sent.at(-1)?.key ?? '';
    return { key, reference: referenceOf(key) };
  }

  /** What was pending ends so. */
  decide(key: string, fate: Fate, code?: string): void {
    this.known.set(key, this.made(key, fate, code));
  }

  /** What it tells of its own accord, signed. */
  notification(
    items: readonly ReportedPayout[],
    id: string = randomUUID(),
  ): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify({ id, items });
    return { body, headers: { [SIGNATURE]: signatureOf(Buffer.from(body), this.secret) } };
  }

  private async answer(incoming: IncomingMessage): Promise<Known | null> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const [, kind = '', key = ''] = (incoming.url ?? '').split('/');
    const known = this.known.get(key);
    if (incoming.method === 'GET') {
      this.lookedUp.push(key);
      await this.held;
      return known ?? null;
    }
    const body: JsonBody = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (kind === 'payouts') this.sent.push({ key, request: body });
    if (known !== undefined) return known;
    const made =
      kind === 'payouts'
        ? this.made(key, this.next.shift() ?? 'paid')
        : { ...this.made(key, 'paid'), holder: body.holder };
    this.known.set(key, made);
    return made;
  }

  private made(key: string, fate: Fate, code = 'provider_refused'): Known {
    const reference = referenceOf(key);
    if (fate === 'refused' || fate === 'busy') return { reference, fate, code };
    const authentication = `AUT${key.slice(0, 8).toUpperCase()}`;
    return { reference, fate, proof: { endToEndId: null, authentication } };
  }
}

/** Our side of that bank. It has boletos too, because an account is for a way to pay. */
export class PayoutBankAdapter extends ProviderAdapter implements PayoutPort {
  override readonly name = NAME;
  override readonly capabilities = ['boleto', 'payouts'] as const;
  override readonly instructions = 'asked';
  override readonly boleto = new BankAdapter();
  override readonly payouts = this;
  readonly bankAccountsBy: PayoutMethod = 'ted';

  async resolve(account: AccountAccess, key: string, asked: ResolveRequest): Promise<ProviderOutcome> {
    const { name, taxId } = asked.owner;
    const known = await ask(account, 'POST', `resolutions/${key}`, { holder: { name, taxId } });
    return known === null ? unanswered() : toOutcome(known);
  }

  async pay(account: AccountAccess, key: string, asked: PayoutRequest): Promise<ProviderOutcome> {
    const known = await ask(account, 'POST', `payouts/${key}`, asked);
    return known === null ? unanswered() : toOutcome(known);
  }

  override async lookup(account: AccountAccess, key: string): Promise<ProviderOutcome | null> {
    const known = await ask(account, 'GET', `requests/${key}`);
    return known === null ? null : toOutcome(known);
  }

  override async verifyNotification(
    { credentials }: AccountAccess,
    { headers, body }: RawNotification,
  ): Promise<boolean> {
    return headers[SIGNATURE] === signatureOf(body, credentials?.['secret'] ?? '');
  }

  override parseNotification(body: Buffer): ParsedNotification {
    return JSON.parse(body.toString('utf8')) as ParsedNotification;
  }
}

/** The service with that bank beside the sandbox, and merchants that send their money through it. */
export class PayoutBanking {
  private constructor(
    readonly app: TestService,
    readonly bank: PayoutBank,
  ) {}

  static async start(): Promise<PayoutBanking> {
    const bank = await PayoutBank.open();
    const app = await startService({ worker: true });
    for (const process of [app.api, app.worker])
      process?.get(AdaptersService, { strict: false }).register(new PayoutBankAdapter());
    return new PayoutBanking(app, bank);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.bank.close();
  }

  /** A merchant with money and an account at the bank; its id is where the bank tells us of payouts. */
  async open(cents?: number): Promise<{ payouts: Payouts; accountId: string }> {
    const payouts = await Payouts.open(this.app, cents);
    const { id: merchantId } = payouts.bench.merchant;
    const credentials = { url: this.bank.url, secret: this.bank.secret };
    const input = { merchantId, mode: 'test', adapter: NAME, methods: ['boleto'], credentials } as const;
    const adding = this.app.api.get(AddProviderAccountUseCase, { strict: false });
    return { payouts, accountId: (await adding.execute(input, SYSTEM_ACTOR)).id };
  }

  /** What the bank sends to the address of an account, over HTTP; the status of the answer. */
  async tell(accountId: string, items: readonly ReportedPayout[], id?: string): Promise<number> {
    const { body, headers } = this.bank.notification(items, id);
    const url = `${this.app.url}/providers/${accountId}/notifications`;
    const answer = await request(url, { method: 'POST', headers, body });
    await answer.body.dump();
    return answer.statusCode;
  }
}

async function ask(
  { credentials }: AccountAccess,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Known | null> {
  const url = `${credentials?.['url'] ?? ''}/${path}`;
  const response = await request(
    url,
    body === undefined ? { method } : { method, body: JSON.stringify(body) },
  );
  const known = (await response.body.json()) as Known;
  return response.statusCode === 404 ? null : known;
}

function unanswered(): never {
  throw new ProviderUnanswered();
}

function toOutcome({ reference, fate, code = '', holder, proof }: Known): ProviderOutcome {
  if (fate === 'pending') return { kind: 'pending', reference };
  if (fate === 'refused' || fate === 'busy')
    return { kind: 'refused', code, message: 'The bank said no.', retryable: fate === 'busy' };
  const payout = proof === undefined ? {} : { payout: proof };
  return {
    kind: 'done',
    reference,
    authorizationCode: null,
    ...(holder === undefined ? payout : { holder }),
  };
}

const referenceOf = (key: string): string => `pb_${key}`;

function signatureOf(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

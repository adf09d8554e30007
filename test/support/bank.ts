import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { boletoBarcode, digitableLine } from '../../src/providers/codes/boleto-code';
import {
  type AccountAccess,
  type BoletoInstructions,
  type BoletoPort,
  type BoletoRequest,
  type FollowUpRequest,
  type ParsedNotification,
  ProviderAdapter,
  type ProviderOutcome,
  ProviderUnanswered,
  type RawNotification,
} from '../../src/providers/provider.port';
import type { JsonBody } from './client';

const SIGNATURE = 'x-bank-signature';
const BANK_CODE = '001';
/** Instead of a status: the connection ends. */
const NO_ANSWER = 0;

/** What the bank was asked, as it saw it. */
export interface BankRequest {
  readonly kind: string;
  readonly key: string;
  readonly authorization: string | undefined;
  readonly body: JsonBody;
}

type Answer = Readonly<Record<string, unknown>> & { readonly status: string };

/** A bank that issues boletos, behind a real network: an HTTP server with books of its own. What is asked for twice it notes twice. */
export class Bank {
  readonly requests: BankRequest[] = [];
  /** How the next requests of a kind are answered, instead of being done at once; `silent`: done, and the answer is lost. */
  readonly next: { kind: string; status: 'refused' | 'pending' | 'silent' }[] = [];
  private readonly answers = new Map<string, Answer>();
  private issued = 0;

  private constructor(
    private readonly server: Server,
    readonly apiKey: string,
    readonly webhookSecret: string,
  ) {}

  static async open(): Promise<Bank> {
    const server = createServer();
    const bank = new Bank(server, randomUUID(), randomUUID());
    server.on('request', (incoming, response) => {
      void bank.answer(incoming).then(({ code, body }) => {
        if (code === NO_ANSWER) response.destroy();
        else response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
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

  /** What was pending is done; the bank tells when, where that is given. */
  finishPending(at?: Date): void {
    const done = { status: 'done', ...(at === undefined ? {} : { at: at.toISOString() }) };
    for (const [key, answer] of this.answers) {
      if (answer.status === 'pending') this.answers.set(key, { ...answer, ...done });
    }
  }

  /** The request by which it tells of payments, signed with its secret. */
  notification(
    payments: readonly { boleto: string; amount: number; payment_id?: string; paid_at?: string }[],
    id: string = randomUUID(),
  ): { body: string; headers: Record<string, string> } {
    const paid = payments.map((payment) => ({
      payment_id: randomUUID(),
      paid_at: '2026-11-20T12:00:00.000Z',
      ...payment,
    }));
    const body = JSON.stringify({ event_id: id, paid });
    return { body, headers: { [SIGNATURE]: signatureOf(Buffer.from(body), this.webhookSecret) } };
  }

  private async answer(incoming: IncomingMessage): Promise<{ code: number; body: unknown }> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const [, kind = '', key = ''] = (incoming.url ?? '').split('/');
    if (incoming.headers.authorization !== `Bearer ${this.apiKey}`) return { code: 401, body: {} };
    const known = this.answers.get(key);
    if (incoming.method === 'GET') return { code: known === undefined ? 404 : 200, body: known ?? {} };
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { reference?: string };
    this.requests.push({ kind, key, authorization: incoming.headers.authorization, body });
    if (known !== undefined) return { code: 200, body: known };
    const planned = this.next.findIndex((one) => one.kind === kind);
    const plan = planned === -1 ? 'done' : this.next.splice(planned, 1)[0]?.status;
    const made = this.make(kind, body, plan === 'silent' ? 'done' : (plan ?? 'done'));
    this.answers.set(key, made);
    return { code: plan === 'silent' ? NO_ANSWER : 200, body: made };
  }

  private make(kind: string, body: JsonBody, status: 'done' | 'refused' | 'pending'): Answer {
    if (status === 'refused') return { status, code: 'maintenance', retryable: true };
    if (kind !== 'boletos') return { status, reference: body.reference as string };
    this.issued += 1;
    const reference = String(this.issued).padStart(20, '0');
    const barcode = boletoBarcode({
      bankCode: BANK_CODE,
      dueDate: body.dueDate as string,
      amountCents: body.amountCents as number,
      freeField: `00000${reference}`,
    });
    return { status, reference, barcode, digitableLine: digitableLine(barcode) };
  }
}

/** Our side of that bank: it has to be asked for boletos, and serves nothing else. */
export class BankAdapter extends ProviderAdapter implements BoletoPort {
  override readonly name = 'bank';
  override readonly capabilities = ['boleto'] as const;
  override readonly instructions = 'asked';
  override readonly boleto = this;

  async createBoleto(
    account: AccountAccess,
    key: string,
    request: BoletoRequest,
  ): Promise<BoletoInstructions> {
    const { reference, barcode, digitableLine: line } = await ask(account, 'POST', `boletos/${key}`, request);
    return { reference: String(reference), barcode: String(barcode), digitableLine: String(line) };
  }

  async void(account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome> {
    return toOutcome(await ask(account, 'POST', `voids/${key}`, request));
  }

  async refund(account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome> {
    return toOutcome(await ask(account, 'POST', `refunds/${key}`, request));
  }

  override async lookup(account: AccountAccess, key: string): Promise<ProviderOutcome | null> {
    const answer = await ask(account, 'GET', `requests/${key}`);
    return answer['status'] === undefined ? null : toOutcome(answer);
  }

  override async verifyNotification(
    { credentials }: AccountAccess,
    { headers, body }: RawNotification,
  ): Promise<boolean> {
    return headers[SIGNATURE] === signatureOf(body, credentials?.['webhook_secret'] ?? '');
  }

  override parseNotification(body: Buffer): ParsedNotification {
    const { event_id: id, paid } = JSON.parse(body.toString('utf8')) as {
      event_id: string;
      paid: { boleto: string; amount: number; payment_id: string; paid_at: string }[];
    };
    return {
      id,
      items: paid.map((payment) => ({
        kind: 'paid',
        reference: payment.boleto,
        amountCents: payment.amount,
        paymentId: payment.payment_id,
        endToEndId: null,
        at: new Date(payment.paid_at),
      })),
    };
  }
}

async function ask(
  { credentials }: AccountAccess,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await request(`${credentials?.['url'] ?? ''}/${path}`, {
    method,
    headers: { authorization: `Bearer ${credentials?.['api_key'] ?? ''}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.statusCode !== 200 && response.statusCode !== 404) throw new ProviderUnanswered();
  return (await response.body.json()) as Record<string, unknown>;
}

function toOutcome({ status, reference, code, at }: Record<string, unknown>): ProviderOutcome {
  if (status === 'pending') return { kind: 'pending', reference: String(reference) };
  if (status === 'refused')
    return { kind: 'refused', code: String(code), message: 'Not now.', retryable: true };
  const moment = typeof at === 'string' ? { at: new Date(at) } : {};
  return { kind: 'done', reference: String(reference), authorizationCode: null, ...moment };
}

function signatureOf(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

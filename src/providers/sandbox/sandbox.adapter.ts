import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { boletoBarcode, digitableLine } from '../codes/boleto-code';
import { brCode, txidOf } from '../codes/br-code';
import type { ContestRequest, DisputePort, DisputeRequest } from '../dispute.port';
import {
  PAYMENT_CAPABILITIES,
  type ParsedNotification,
  ProviderAdapter,
  ProviderUnanswered,
  type AccountAccess,
  type AuthorizeRequest,
  type BoletoInstructions,
  type BoletoPort,
  type BoletoRequest,
  type CardPort,
  type CardReference,
  type FollowUpRequest,
  type PixInstructions,
  type PixPort,
  type PixRequest,
  type ProviderOutcome,
  type RawCard,
  type RawNotification,
  type TokenizedCard,
} from '../provider.port';
import { constantTimeEqual } from '../../common/crypto';
import { cardFacts } from './card-facts';
import { SandboxDisputeRepository } from './sandbox-dispute.repository';
import { sandboxDispute } from './sandbox-dispute';
import { SandboxReportsService } from './reports/sandbox-reports.service';
import { SandboxPayoutsService } from './sandbox-payouts.service';
import { ReceiveSandboxRequestUseCase } from './receive-sandbox-request.use-case';
import { type AskedOfPayment, type Query, SandboxRepository } from './sandbox.repository';
import { sandboxOurNumber } from './our-number';
import { ChangeSandboxPaymentsUseCase } from './batches/change-sandbox-payments.use-case';
import { done, NOT_POSSIBLE } from './batches/sandbox-outcomes';
import { parseSandboxNotification, SIGNATURE_HEADER, signatureOf } from './sandbox-notification';
import { findTestCardByNumber, findTestCardByToken, type CardBehaviour } from './test-cards';

/** The account that pays nobody: a random Pix key, and a bank code and wallet that no bank uses. */
const SANDBOX_PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const SANDBOX_CITY = 'Sao Paulo';
const SANDBOX_BANK = '988';
const SANDBOX_WALLET = '00001';

/** The built-in provider of test merchants. What it does is decided by the token, never by chance (contract §6). */
@Injectable()
export class SandboxAdapter extends ProviderAdapter implements PixPort, BoletoPort, CardPort, DisputePort {
  override readonly name = 'sandbox';
  override readonly capabilities = [...PAYMENT_CAPABILITIES, 'payouts', 'reports'] as const;
  override readonly instructions = 'computed';
  override readonly pix = this;
  override readonly boleto = this;
  override readonly cards = this;
  override readonly disputes = this;

  constructor(
    private readonly store: SandboxRepository,
    private readonly disputed: SandboxDisputeRepository,
    private readonly requests: ReceiveSandboxRequestUseCase,
    private readonly payments: ChangeSandboxPaymentsUseCase,
    override readonly payouts: SandboxPayoutsService,
    override readonly reports: SandboxReportsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {
    super();
  }

  async tokenizeCard(_account: AccountAccess, card: RawCard | CardReference): Promise<TokenizedCard | null> {
    if ('number' in card) {
      const known = findTestCardByNumber(card.number);
      return known === null ? null : { token: known.token, facts: cardFacts(card.number, card) };
    }
    const known = findTestCardByToken(card.token);
    return known === null ? null : { token: known.token, facts: cardFacts(known.numbers[0], null) };
  }

  async createPix(_account: AccountAccess, key: string, request: PixRequest): Promise<PixInstructions> {
    const txid = txidOf(key);
    const qrCode = brCode({
      key: SANDBOX_PIX_KEY,
      merchantName: request.receiverName,
      merchantCity: SANDBOX_CITY,
      amountCents: request.amountCents,
      txid,
    });
    return { reference: txid, qrCode };
  }

  async createBoleto(
    _account: AccountAccess,
    key: string,
    request: BoletoRequest,
  ): Promise<BoletoInstructions> {
    const reference = sandboxOurNumber(key);
    const barcode = boletoBarcode({
      bankCode: SANDBOX_BANK,
      dueDate: request.dueDate,
      amountCents: request.amountCents,
      freeField: SANDBOX_WALLET + reference,
    });
    return { reference, barcode, digitableLine: digitableLine(barcode) };
  }

  async authorize(account: AccountAccess, key: string, request: AuthorizeRequest): Promise<ProviderOutcome> {
    const card = findTestCardByToken(request.token);
    const behaviour: CardBehaviour = card?.behaviour ?? {
      kind: 'refuse',
      code: 'card_declined',
      message: 'The card was declined by its issuer.',
      retryable: false,
    };
    // The payment is named after the request that makes it, so the same request makes the same payment.
    const reference = `sbx_${key}`;
    const { outcome, repeated } = await this.requests.execute(
      { key, kind: 'authorize', reference },
      async (query) => {
        if (behaviour.kind === 'refuse') {
          const { code, message, retryable } = behaviour;
          return { kind: 'refused', code, message, retryable };
        }
        const { amountCents, capture, installments } = request;
        const at = this.clock.now();
        const isFinal = behaviour.kind === 'approve_for_good';
        await this.store.authorize(query, {
          reference,
          amountCents,
          capture,
          installments,
          isFinal,
          accountId: account.id,
          at,
        });
        if (behaviour.kind === 'approve_then_charge_back' && request.capture) {
          const disputedAt = new Date(at.getTime() + behaviour.afterMs);
          const dispute = sandboxDispute({
            id: this.ids.next(),
            kind: 'chargeback',
            reference,
            at: disputedAt,
          });
          await this.disputed.openLater(query, dispute, amountCents, behaviour.afterMs);
        }
        return { kind: 'done', reference, authorizationCode: authorizationCode(key), at };
      },
    );
    if (behaviour.kind === 'approve_silently' && !repeated) throw new ProviderUnanswered();
    return outcome;
  }

  async capture(_account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome> {
    const outcome = await this.payments.execute('capture', askedOf(key, request, this.clock.now()));
    if (outcome !== null) return outcome;
    return this.act(key, 'capture', request, (query, asked) => this.store.change(query, 'capture', asked));
  }

  /** A pix or boleto is known here only once it is paid: withdrawing one leaves a mark that no payment passes. */
  async void(_account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome> {
    return this.act(key, 'void', request, (query, asked) => this.store.change(query, 'void', asked));
  }

  async refund(_account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome> {
    const outcome = await this.payments.execute('refund', askedOf(key, request, this.clock.now()));
    if (outcome !== null) return outcome;
    return this.act(key, 'refund', request, (query, asked) => this.disputed.refund(query, asked));
  }

  /** Nobody reads it: the dispute is decided by POST /v1/sandbox/disputes/{id}/win or lose. */
  async contest(_account: AccountAccess, key: string, request: ContestRequest): Promise<ProviderOutcome> {
    return this.answer(key, 'contest', request);
  }

  async accept(_account: AccountAccess, key: string, request: DisputeRequest): Promise<ProviderOutcome> {
    return this.answer(key, 'accept', request);
  }

  override async lookup(_account: AccountAccess, key: string): Promise<ProviderOutcome | null> {
    const outcome = await this.store.findOutcome(key);
    return outcome === null ? null : this.payouts.lookUp(key, outcome);
  }

  override async verifyNotification(
    _account: AccountAccess,
    { headers, body }: RawNotification,
  ): Promise<boolean> {
    const signature = headers[SIGNATURE_HEADER];
    if (typeof signature !== 'string') return false;
    return constantTimeEqual(
      Buffer.from(signature),
      Buffer.from(signatureOf(body, await this.store.getSecret())),
    );
  }

  override parseNotification(body: Buffer): ParsedNotification {
    return parseSandboxNotification(body);
  }

  private async act(
    key: string,
    kind: 'capture' | 'void' | 'refund',
    request: FollowUpRequest,
    act: (query: Query, asked: AskedOfPayment) => Promise<boolean>,
  ): Promise<ProviderOutcome> {
    const { reference } = request;
    const { outcome } = await this.requests.execute({ key, kind, reference }, async (query) => {
      const asked = askedOf(key, request, this.clock.now());
      return (await act(query, asked)) ? done(reference, asked.at) : NOT_POSSIBLE;
    });
    return outcome;
  }

  private async answer(
    key: string,
    kind: 'contest' | 'accept',
    { reference }: DisputeRequest,
  ): Promise<ProviderOutcome> {
    const { outcome } = await this.requests.execute({ key, kind, reference }, async (query) => {
      const at = this.clock.now();
      return (await this.disputed.answer(query, kind, reference, at)) ? done(reference, at) : NOT_POSSIBLE;
    });
    return outcome;
  }
}

function askedOf(key: string, { reference, amountCents }: FollowUpRequest, at: Date): AskedOfPayment {
  return { key, reference, amountCents, at };
}

/** Six digits that depend on the request alone. */
function authorizationCode(key: string): string {
  return String(Number.parseInt(key.slice(-8), 16) % 1_000_000).padStart(6, '0');
}

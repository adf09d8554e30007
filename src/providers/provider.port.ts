import { PAYMENT_METHODS, type PaymentMethod } from '../common/money';
import type { DisputeNotification, DisputePort } from './dispute.port';
import type { Holder, PayoutNotification, PayoutPort, PayoutProof } from './payout.port';
import type { ReportsPort } from './report.port';

/** What an adapter can serve. */
export const CAPABILITIES = [...PAYMENT_METHODS, 'payouts', 'reports'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** The capabilities by which a payer pays; an account says which of them it is for. */
export const PAYMENT_CAPABILITIES = PAYMENT_METHODS;
export type PaymentCapability = PaymentMethod;

/** A merchant's mode: the two never share an account. */
export const PROVIDER_MODES = ['test', 'live'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

/** What an adapter needs to speak for somebody: whose account it is at the institution, and its secrets. */
export interface AccountAccess {
  readonly id: string;
  readonly mode: ProviderMode;
  /** As they were given; null when the institution wants none. */
  readonly credentials: Readonly<Record<string, string>> | null;
}

/** A card as it is typed in. It lives in memory, inside one request, and is never written anywhere. */
export interface RawCard {
  readonly number: string;
  readonly holderName: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvv: string;
}

/** What may be kept and shown of a card. */
export interface CardFacts {
  readonly brand: string;
  readonly first6: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly holderName: string | null;
}

export interface TokenizedCard {
  readonly token: string;
  readonly facts: CardFacts;
}

/** A card that the provider knows already. */
export interface CardReference {
  readonly token: string;
}

export interface PayerAddress {
  readonly street: string;
  readonly number: string;
  readonly complement: string | null;
  readonly neighborhood: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}

/** Who pays, as the merchant described it. */
export interface Payer {
  readonly name: string;
  readonly email: string;
  readonly taxId: string | null;
  readonly phone: string | null;
  readonly address: PayerAddress | null;
}

/** What every request for a payment says. */
interface PaymentRequest {
  readonly amountCents: number;
  readonly payer: Payer;
  /** What the payer is told it is for. */
  readonly description: string | null;
}

export interface PixRequest extends PaymentRequest {
  readonly receiverName: string;
  /** How long it can be paid. */
  readonly expiresInSeconds: number;
}

export interface PixInstructions {
  /** The provider's name of the payment, also the txid of the Pix code. */
  readonly reference: string;
  readonly qrCode: string;
}

export interface BoletoRequest extends PaymentRequest {
  /** YYYY-MM-DD, a day in America/Sao_Paulo. */
  readonly dueDate: string;
  /** Lines printed on the slip. */
  readonly instructions: readonly string[];
}

export interface BoletoInstructions {
  /** The provider's name of the payment, also the number by which the bank knows the boleto. */
  readonly reference: string;
  readonly barcode: string;
  readonly digitableLine: string;
}

export interface AuthorizeRequest extends PaymentRequest {
  readonly token: string;
  readonly installments: number;
  readonly softDescriptor: string | null;
  /** False: reserve the amount only. */
  readonly capture: boolean;
}

/** A request about a payment the provider knows already. */
export interface FollowUpRequest {
  readonly reference: string;
  readonly amountCents: number;
  /** Which payment of the reference, as its notification named it (a Pix's end-to-end id); null where there is one only. */
  readonly paymentId: string | null;
}

/** What the provider answered: it did it, it refused, or it took it and decides later. */
export type ProviderOutcome =
  | {
      readonly kind: 'done';
      readonly reference: string;
      readonly authorizationCode: string | null;
      /** When, where it tells that; else it counts as just now. */
      readonly at?: Date;
      /** Of a destination that was resolved. */
      readonly holder?: Holder;
      /** Of a payout. */
      readonly payout?: PayoutProof;
    }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      /** The same may be granted later. */
      readonly retryable: boolean;
    }
  | { readonly kind: 'pending'; readonly reference: string | null };

/** The provider did not answer: it may have acted, or not. Only looking it up under the same key tells. */
export class ProviderUnanswered extends Error {
  constructor(message = 'the payment provider did not answer') {
    super(message);
    this.name = 'ProviderUnanswered';
  }
}

/** A request that an institution sent us: its body is judged as the bytes that came. */
export interface RawNotification {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** What an institution tells of its own accord. */
export type ProviderNotification =
  | {
      readonly kind: 'paid';
      readonly reference: string;
      readonly amountCents: number;
      /** The institution's name of this payment: told twice under it, it is one. */
      readonly paymentId: string;
      /** Of a Pix. */
      readonly endToEndId: string | null;
      readonly at: Date;
    }
  | DisputeNotification
  | PayoutNotification;

/** A verified notification: one delivery may tell of several things. */
export interface ParsedNotification {
  /** The institution's name of this delivery, or a hash of the body where it gives none; at most 200 characters. */
  readonly id: string;
  readonly items: readonly ProviderNotification[];
}

/** What every way to pay has: what was begun can be let go, what was taken can be given back. */
export interface PaymentPort {
  /** Releases an authorisation, or withdraws a pix or boleto nobody has paid yet. */
  void(account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome>;
  refund(account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome>;
}

export interface PixPort extends PaymentPort {
  createPix(account: AccountAccess, key: string, request: PixRequest): Promise<PixInstructions>;
}

export interface BoletoPort extends PaymentPort {
  createBoleto(account: AccountAccess, key: string, request: BoletoRequest): Promise<BoletoInstructions>;
}

export interface CardPort extends PaymentPort {
  /**
   * Exchanges a card for a token, or tells what is behind one. Null when the provider does not take this number in this
   * way, or has no such token.
   */
  tokenizeCard(account: AccountAccess, card: RawCard | CardReference): Promise<TokenizedCard | null>;
  authorize(account: AccountAccess, key: string, request: AuthorizeRequest): Promise<ProviderOutcome>;
  capture(account: AccountAccess, key: string, request: FollowUpRequest): Promise<ProviderOutcome>;
}

/**
 * A payment provider. Each call that has an effect takes a key: the same key again has no further effect and answers
 * the same. A call that fails in any way but by an answer throws (ProviderUnanswered, or whatever the network threw).
 */
export abstract class ProviderAdapter {
  abstract readonly name: string;

  /** What it serves: for pix, boleto and the cards it has the port of that name. */
  abstract readonly capabilities: readonly Capability[];

  /** How the instructions of a pix or boleto come about: the adapter computes them, or it has to ask the provider. */
  abstract readonly instructions: 'computed' | 'asked';

  readonly pix: PixPort | null = null;
  readonly boleto: BoletoPort | null = null;
  readonly cards: CardPort | null = null;
  /** Null: disputes are answered elsewhere. */
  readonly disputes: DisputePort | null = null;
  /** Null: it sends no money on. */
  readonly payouts: PayoutPort | null = null;
  /** Null: it shows no books and reports no days. */
  readonly reports: ReportsPort | null = null;

  /** What became of the call with this key; null when the provider never received it. */
  abstract lookup(account: AccountAccess, key: string): Promise<ProviderOutcome | null>;

  /** Whether the institution of this account sent it. */
  abstract verifyNotification(account: AccountAccess, raw: RawNotification): Promise<boolean>;

  /** What a verified body says. Throws when it cannot be understood. */
  abstract parseNotification(body: Buffer): ParsedNotification;
}

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

export interface PixRequest {
  readonly amountCents: number;
  readonly receiverName: string;
}

export interface PixInstructions {
  /** The provider's name of the payment, also the txid of the Pix code. */
  readonly reference: string;
  readonly qrCode: string;
}

export interface BoletoRequest {
  readonly amountCents: number;
  /** YYYY-MM-DD, a day in America/Sao_Paulo. */
  readonly dueDate: string;
}

export interface BoletoInstructions {
  /** The provider's name of the payment, also the number by which the bank knows the boleto. */
  readonly reference: string;
  readonly barcode: string;
  readonly digitableLine: string;
}

export interface AuthorizeRequest {
  readonly token: string;
  readonly amountCents: number;
  readonly installments: number;
  readonly softDescriptor: string | null;
  /** False: reserve the amount only. */
  readonly capture: boolean;
}

/** A request about a payment the provider knows already. */
export interface FollowUpRequest {
  readonly reference: string;
  readonly amountCents: number;
}

/** What the provider answered: it did it, or it refused. */
export type ProviderOutcome =
  | { readonly kind: 'done'; readonly reference: string; readonly authorizationCode: string | null }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
    };

/** The provider did not answer: it may have acted, or not. Only asking again under the same key tells. */
export class ProviderUnanswered extends Error {
  constructor(message = 'the payment provider did not answer') {
    super(message);
    this.name = 'ProviderUnanswered';
  }
}

/**
 * A payment provider. Each call that has an effect takes a key: the same key again has no further effect and answers
 * the same. A call that fails in any way but by an answer throws (ProviderUnanswered, or whatever the network threw).
 * What the provider tells of its own accord comes in through ProviderNotifications.
 */
export abstract class PaymentProvider {
  abstract readonly name: string;

  /** How the instructions of a pix or boleto come about: the adapter computes them, or it has to ask the provider. */
  abstract readonly instructions: 'computed' | 'asked';

  /**
   * Exchanges a card for a token, or tells what is behind one. Null when the provider does not take this number in this
   * way, or has no such token.
   */
  abstract tokenizeCard(card: RawCard | CardReference): Promise<TokenizedCard | null>;

  /** The key is the id of the charge. */
  abstract createPix(key: string, request: PixRequest): Promise<PixInstructions>;
  /** As createPix. */
  abstract createBoleto(key: string, request: BoletoRequest): Promise<BoletoInstructions>;

  abstract authorize(key: string, request: AuthorizeRequest): Promise<ProviderOutcome>;
  abstract capture(key: string, request: FollowUpRequest): Promise<ProviderOutcome>;
  /** Releases an authorisation, or withdraws a pix or boleto nobody has paid yet. */
  abstract void(key: string, request: FollowUpRequest): Promise<ProviderOutcome>;
  abstract refund(key: string, request: FollowUpRequest): Promise<ProviderOutcome>;

  /** What became of the call with this key; null when the provider never received it. */
  abstract lookup(key: string): Promise<ProviderOutcome | null>;
}

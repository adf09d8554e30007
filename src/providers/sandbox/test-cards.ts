/** What the sandbox does with a card (contract §6, last table, and money contract §20, Sandbox). */
export type CardBehaviour =
  | { readonly kind: 'approve' }
  /** It acts, and its answer is lost. */
  | { readonly kind: 'approve_silently' }
  /** It approves, and gives nothing back afterwards. */
  | { readonly kind: 'approve_for_good' }
  /** It approves, and the payer disputes a moment later. */
  | { readonly kind: 'approve_then_charge_back'; readonly afterMs: number }
  | { readonly kind: 'refuse'; readonly code: string; readonly message: string; readonly retryable: boolean };

export interface TestCard {
  readonly token: string;
  /** The first is the card that the token stands for when it is sent itself. */
  readonly numbers: readonly [string, ...string[]];
  readonly behaviour: CardBehaviour;
}

const CHARGEBACK_AFTER_MS = 5_000;

function refuse(code: string, message: string, retryable = false): CardBehaviour {
  return { kind: 'refuse', code, message, retryable };
}

/** The published test cards. */
export const TEST_CARDS: readonly TestCard[] = [
  {
    token: 'tok_approved',
    numbers: ['4111111111111111', '5555555555554444'],
    behaviour: { kind: 'approve' },
  },
  {
    token: 'tok_declined',
    numbers: ['4000000000000002'],
    behaviour: refuse('card_declined', 'The card was declined by its issuer.'),
  },
  {
    token: 'tok_insufficient_funds',
    numbers: ['4000000000009995'],
    behaviour: refuse('insufficient_funds', 'The card has not enough funds.', true),
  },
  {
    token: 'tok_expired_card',
    numbers: ['4000000000000069'],
    behaviour: refuse('expired_card', 'The card has expired.'),
  },
  {
    token: 'tok_fraud',
    numbers: ['4100000000000019'],
    behaviour: refuse('suspected_fraud', 'The payment was refused on suspicion of fraud.'),
  },
  { token: 'tok_timeout', numbers: ['4000000000000119'], behaviour: { kind: 'approve_silently' } },
  {
    token: 'tok_chargeback',
    numbers: ['4000000000000259'],
    behaviour: { kind: 'approve_then_charge_back', afterMs: CHARGEBACK_AFTER_MS },
  },
  { token: 'tok_refund_fails', numbers: ['4000000000005126'], behaviour: { kind: 'approve_for_good' } },
];

const byToken = new Map(TEST_CARDS.map((card) => [card.token, card]));
const byNumber = new Map(TEST_CARDS.flatMap((card) => card.numbers.map((number) => [number, card] as const)));

export function findTestCardByToken(token: string): TestCard | null {
  return byToken.get(token) ?? null;
}

export function findTestCardByNumber(number: string): TestCard | null {
  return byNumber.get(number) ?? null;
}

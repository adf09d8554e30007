import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, iso } from '../../common';
import type { PayoutMethod, PayoutPort, PayoutRequest, PayoutTarget, ResolveRequest } from '../payout.port';
import { type AccountAccess, type ProviderOutcome, ProviderUnanswered } from '../provider.port';
import { SandboxPayoutRepository } from './sandbox-payout.repository';
import { ReceiveSandboxRequestUseCase } from './receive-sandbox-request.use-case';

type Behaviour = 'pay' | 'fail' | 'closed' | 'return' | 'return_half' | 'silent' | 'slow' | 'mismatch';

const DOMAIN = '@sandbox.example';
const BY_NAME: Readonly<Record<string, Behaviour>> = {
  failed: 'fail',
  closed: 'closed',
  returned: 'return',
  'partly-returned': 'return_half',
  timeout: 'silent',
  slow: 'slow',
  mismatch: 'mismatch',
};
const BY_ENDING: Readonly<Record<string, Behaviour>> = {
  '01': 'fail',
  '02': 'closed',
  '03': 'return',
  '04': 'return_half',
  '05': 'silent',
  '06': 'slow',
};

/** The bank that pays in the sandbox; an end-to-end id begins with its number. */
const SANDBOX_ISPB = '00000000';

/** How long after a payout its money comes back. */
const RETURNED_AFTER_MS = 500;

const REFUSED = {
  fail: { code: 'provider_refused', message: 'The bank refused the payment.' },
  closed: { code: 'account_closed', message: 'The account is closed.' },
  mismatch: { code: 'holder_mismatch', message: 'The key belongs to somebody else.' },
} as const;

/** Pays in the sandbox. What comes of it is decided by where the money goes, never by chance (money contract §20). */
@Injectable()
export class SandboxPayoutsService implements PayoutPort {
  readonly bankAccountsBy: PayoutMethod = 'pix';

  constructor(
    private readonly requests: ReceiveSandboxRequestUseCase,
    private readonly payouts: SandboxPayoutRepository,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  async resolve(
    _account: AccountAccess,
    key: string,
    { target, owner }: ResolveRequest,
  ): Promise<ProviderOutcome> {
    const reference = `res_${key}`;
    const { outcome } = await this.requests.execute({ key, kind: 'resolve', reference }, async () => {
      if (behaviourOf(target) === 'mismatch') return refusal('mismatch');
      // Who owns a key here is whoever registers it.
      const holder = owner.taxId === null ? null : { name: owner.name, taxId: owner.taxId };
      return { kind: 'done', reference, authorizationCode: null, ...(holder === null ? {} : { holder }) };
    });
    return outcome;
  }

  async pay(account: AccountAccess, key: string, request: PayoutRequest): Promise<ProviderOutcome> {
    const { target, amountCents } = request;
    const reference = `pay_${key}`;
    const behaviour = behaviourOf(target);
    const { outcome, repeated } = await this.requests.execute(
      { key, kind: 'pay', reference },
      async (query) => {
        if (behaviour === 'fail' || behaviour === 'closed' || behaviour === 'mismatch')
          return refusal(behaviour);
        const isSlow = behaviour === 'slow';
        const at = this.clock.now();
        await this.payouts.pay(query, { reference, accountId: account.id, amountCents, isSlow, at });
        if (isSlow) return { kind: 'pending', reference };
        const back = returnedOf(behaviour, amountCents);
        if (back > 0)
          await this.payouts.giveBack(
            query,
            {
              ...{ id: this.ids.next(), reference, amountCents: back },
              ...{ reason: 'The bank returned the payment.', at },
            },
            RETURNED_AFTER_MS,
          );
        return this.paid(key, reference, at);
      },
    );
    if (behaviour === 'silent' && !repeated) throw new ProviderUnanswered();
    return outcome;
  }

  /** What became of a payout that was pending when it was asked for: asked about often enough, it is paid. */
  async lookUp(key: string, outcome: ProviderOutcome): Promise<ProviderOutcome> {
    if (outcome.kind !== 'pending' || outcome.reference === null) return outcome;
    const at = await this.payouts.ask(outcome.reference, this.clock.now());
    return at === null ? outcome : this.paid(key, outcome.reference, at);
  }

  /** The proof depends on the request and its moment alone, so the same payment has the same proof. */
  private paid(key: string, reference: string, at: Date): ProviderOutcome {
    const minute = iso(at).slice(0, 16).replace(/[-:T]/g, '');
    const name = createHash('sha256').update(key).digest('hex');
    const endToEndId = `E${SANDBOX_ISPB}${minute}${name.slice(-11)}`;
    const authentication = name.slice(0, 20).toUpperCase();
    return { kind: 'done', reference, authorizationCode: null, at, payout: { endToEndId, authentication } };
  }
}

function behaviourOf(target: PayoutTarget): Behaviour {
  if (target.kind === 'bank_account') return BY_ENDING[target.account.slice(-2)] ?? 'pay';
  const { keyType, key } = target;
  if (keyType !== 'email' || !key.endsWith(DOMAIN)) return 'pay';
  return BY_NAME[key.slice(0, -DOMAIN.length)] ?? 'pay';
}

function refusal(why: keyof typeof REFUSED): ProviderOutcome {
  return { kind: 'refused', ...REFUSED[why], retryable: false };
}

/** Half of a partial return is rounded down. */
function returnedOf(behaviour: Behaviour, amountCents: number): number {
  if (behaviour === 'return') return amountCents;
  return behaviour === 'return_half' ? Math.floor(amountCents / 2) : 0;
}

import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { localDay } from '../../common/calendar';
import { named } from '../../common/errors';
import { assertKeySent, created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { WalletFundsService } from '../../wallets';
import { Anticipation } from '../anticipation.entity';
import { anticipationErrors } from '../anticipation.errors';
import { AnticipationLifecycle } from '../anticipation.lifecycle';
import { toAnticipationResponse } from '../anticipation.response';
import {
  type AnticipationPlan,
  type AnticipationWish,
  PlanAnticipationService,
} from '../plan/plan-anticipation.service';
import type { AnticipationBody } from './anticipation.body';
import { wishOf } from './wish.rules';

const MESSAGES = {
  pending: 'It waits for an operator.',
  approved: 'Approved: it is paid on its payment_date.',
  paid: 'Paid: the payout is available.',
} as const;

/** Asks for receivables to be paid early; it is worked out anew, and paid at once when its day is today (money contract §16). */
@Injectable()
export class CreateAnticipationUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletFundsService,
    private readonly planning: PlanAnticipationService,
    private readonly lifecycle: AnticipationLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws IDEMPOTENCY_KEY_REQUIRED, NOT_FOUND, WALLET_FROZEN, ANTICIPATION_NOT_ENABLED, NOTHING_TO_ANTICIPATE,
   * ANTICIPATION_TOO_LARGE, ANTICIPATION_CHANGED, VALIDATION_FAILED, UNAVAILABLE.
   */
  execute(merchant: MerchantIdentity, body: AnticipationBody, key: IdempotencyRequest): Promise<Reply> {
    assertKeySent(key);
    const wish = wishOf(merchant.merchantId, body);
    return this.idempotency.run(key, async (tx) => {
      const anticipation = await this.create(tx, merchant, body, wish);
      const message = MESSAGES[anticipation.status as keyof typeof MESSAGES];
      return created(message, toAnticipationResponse(anticipation));
    });
  }

  private async create(
    tx: Tx,
    merchant: MerchantIdentity,
    body: AnticipationBody,
    wish: AnticipationWish,
  ): Promise<Anticipation> {
    // One of a wallet after the other: the second sees what the first has taken, and takes of the rest.
    const wallet = await named('wallet', this.wallets.lock(tx, merchant.merchantId, wish.walletId));
    this.wallets.assertActive(wallet);
    await this.wallets.assertBookComplete(merchant.merchantId, tx);
    const plan = await this.planning.planLocked(tx, merchant, wish);
    if (body.max_fee !== undefined && plan.totals.feeCents > body.max_fee)
      throw anticipationErrors.ANTICIPATION_CHANGED();
    const anticipation = this.newAnticipation(merchant.merchantId, body, wish, plan);
    const { automaticUpToCents: bound, parts } = plan;
    const isWithinBound = bound === null || plan.totals.amountCents <= bound;
    const open = await this.lifecycle.begin(tx, anticipation, parts, isWithinBound);
    const isToday = plan.paymentDate <= localDay(this.clock.now());
    if (isWithinBound && isToday) await this.lifecycle.pay(tx, open, 'due');
    return anticipation;
  }

  private newAnticipation(
    merchantId: string,
    body: AnticipationBody,
    { walletId, timeframe }: AnticipationWish,
    { totals, monthlyPpm, paymentDate }: AnticipationPlan,
  ): Anticipation {
    const now = this.clock.now();
    return Object.assign(new Anticipation(), {
      ...{ merchantId, id: this.ids.next(), walletId, ...totals, monthlyPpm, timeframe, paymentDate },
      ...{ refusalCode: null, refusalMessage: null, source: 'api', externalId: body.external_id ?? null },
      ...{ version: 1, createdAt: now, updatedAt: now, decidedAt: null, paidAt: null },
    });
  }
}

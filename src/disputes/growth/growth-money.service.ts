import { Injectable } from '@nestjs/common';
import type { RefundMovement, TakenFrom } from '../../charges';
import type { Tx } from '../../database';
import { type NewTransaction, walletAccount } from '../../ledger';
import { DisputeFundsService, RefundMoneyService } from '../../receivables';
import { TAKEN_FROM, walletsOf } from '../money/dispute-money.service';
import { debitLines, moveLines, posting } from '../money/dispute-posting.rules';
import { DisputeSourcePlan, type DrawnFrom } from '../money/dispute-sources.rules';
import type { Growth } from './growth';

/** What one dispute took more. */
export interface Grown {
  readonly drawn: readonly DrawnFrom[];
  /** By the places of its parts. */
  readonly blockedCents: readonly number[];
}

/**
 * How the money of a refund that failed goes to disputes: what it held is where it came from, and is taken from there as anything that
 * a dispute takes, by one posting. The caller holds the charge and its disputes.
 */
@Injectable()
export class GrowthMoneyService {
  constructor(
    private readonly funds: DisputeFundsService,
    private readonly refunds: RefundMoneyService,
  ) {}

  /** In the order of the growths. */
  async release(
    tx: Tx,
    refund: RefundMovement,
    taken: readonly TakenFrom[],
    growths: readonly Growth[],
  ): Promise<readonly Grown[]> {
    const wallets = walletsOf(growths.flatMap(({ parts }) => parts));
    // The release goes on to anticipations: receivables and reserves are locked before those.
    await this.funds.lock(tx, refund, wallets);
    const grown: Grown[] = [];
    await this.refunds.release(tx, refund, taken, {
      accounts: wallets.flatMap((id) => TAKEN_FROM.map((name) => walletAccount(id, name))),
      claim: async (centsOf) => {
        const { receivables, reserves } = await this.funds.lock(tx, refund, wallets);
        const availableCents = new Map(wallets.map((id) => [id, centsOf(walletAccount(id, 'available'))]));
        const plan = new DisputeSourcePlan({
          receivables,
          reserves,
          availableCents,
          blockedCents: new Map(),
        });
        for (const growth of growths) grown.push(draw(plan, growth));
        await this.funds.take(tx, refund, plan.drawn, refund.at);
        return growths.flatMap((growth, index) => postingOf(refund, growth, grown[index]) ?? []);
      },
    });
    return grown;
  }
}

function draw(plan: DisputeSourcePlan, { parts, isBlocked }: Growth): Grown {
  if (isBlocked) return { drawn: [], blockedCents: plan.block(parts) };
  const from = plan.drawn.length;
  plan.draw(parts, false);
  return { drawn: plan.drawn.slice(from), blockedCents: parts.map(() => 0) };
}

/** `dispute:<id>:debited:<refund>`, or `…:blocked:<refund>`. */
function postingOf(
  { merchantId, chargeId, refundId, provider, at }: RefundMovement,
  { record, parts, isBlocked }: Growth,
  grown: Grown | undefined,
): NewTransaction | null {
  const { drawn = [], blockedCents = [] } = grown ?? {};
  const movement = { ...{ merchantId, chargeId, provider, at }, id: record.dispute.id, recordedAt: at };
  const lines = isBlocked
    ? parts.flatMap(({ walletId }, place) =>
        moveLines(walletId, 'available', 'blocked', blockedCents[place] ?? 0),
      )
    : debitLines(provider, drawn);
  return posting(movement, isBlocked ? 'blocked' : 'debited', lines, refundId);
}

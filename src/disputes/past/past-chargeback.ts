import type { PastCharge } from '../../charges';
import type { NewTransaction } from '../../ledger';
import type { PastMoney, PastPurses } from '../../receivables';
import type { DisputeBearer } from '../dispute-bearer.entity';
import type { DisputeRecord } from '../dispute.repository';
import { disputeTransitions } from '../dispute.transitions';
import { divideAmong } from '../money/bearers.rules';
import { debitLines, posting } from '../money/dispute-posting.rules';
import { DisputeSourcePlan } from '../money/dispute-sources.rules';

/** A chargeback of before, as a dispute; nothing to post where nothing was left of its charge. */
export interface PastChargeback {
  readonly record: DisputeRecord;
  readonly posting: NewTransaction | null;
}

/**
 * Plays the chargeback of a charge of before: its bearers lose what was captured and not refunded then, without a fee. It is closed,
 * as lost: nobody could answer it. Pure: the id is given.
 */
export function pastChargeback(
  { charge, parts, refunds }: PastCharge,
  at: Date,
  money: PastMoney,
  purses: PastPurses,
  id: string,
): PastChargeback {
  const { merchantId, id: chargeId, provider, providerAccountId, providerReference } = charge;
  const amountCents = refunds.reduce(
    (left, { shares, outcome }) =>
      outcome !== null && !outcome.succeeded && outcome.at <= at
        ? left
        : shares.reduce((rest, share) => rest - share.amountCents, left),
    parts.reduce((total, { capturedCents }) => total + capturedCents, 0),
  );
  const borne = divideAmong(parts, amountCents);
  const wallets = borne.map(({ walletId }) => walletId);
  const plan = new DisputeSourcePlan({
    ...{ receivables: money.open(), reserves: [], blockedCents: new Map() },
    availableCents: new Map(wallets.map((walletId) => [walletId, purses.availableCents(walletId)])),
  });
  plan.draw(borne, false);
  money.take(plan.drawn, at);
  for (const { walletId, source, amountCents: cents } of plan.drawn)
    if (source === 'available') purses.take(walletId, cents);
  const bearers = borne.map(({ walletId, amountCents: cents }, position): DisputeBearer => ({
    ...{ merchantId, disputeId: id, position, walletId, amountCents: cents, feeCents: 0, blockedCents: 0 },
  }));
  const dispute = {
    ...{ merchantId, id, chargeId, providerAccountId, providerDisputeId: nameOf(providerReference) },
    ...({ kind: 'chargeback', amountCents, reportedCents: null, feeCents: 0, blockedCents: 0 } as const),
    status: disputeTransitions.next(disputeTransitions.next(null, 'open'), 'lose'),
    ...{ debitedCents: amountCents, reason: null, statement: null, evidence: [], respondBy: null },
    ...{ openedAt: at, closedAt: at, updatedAt: at, version: 1 },
  };
  const sources = plan.drawn.map((drawn, position) => ({
    ...drawn,
    ...{ merchantId, disputeId: id, position, returnedTo: null },
  }));
  const movement = { merchantId, chargeId, id, provider, at, recordedAt: at };
  return {
    record: { dispute, bearers, sources },
    posting: posting(movement, 'debited', debitLines(provider, plan.drawn)),
  };
}

/**
 * Providers gave chargebacks no names then. This is what the sandbox, the one that there was, calls them now: told once more, it is
 * the same dispute.
 */
function nameOf(providerReference: string): string {
  return `dsp_${providerReference}`.slice(0, 80);
}

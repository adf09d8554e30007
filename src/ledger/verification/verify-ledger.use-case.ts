import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../common/metrics';
import { TxRunner } from '../../database';
import { ENTRIES_A_ROUND } from './entry.invariants';
import { LedgerVerificationRepository } from './ledger-verification.repository';
import { firstOf, partOfEach, reached } from './slices.rules';

/** Hours of accounts that a round walks by. */
const HOURS_A_ROUND = 500;

/**
 * Verifies the entries of accounts behind those that are (money contract §20, Verification): account by account in the order of the
 * hours in which something was posted. A round is a transaction of its own: it is kept whole, or as if it had not begun.
 */
@Injectable()
export class VerifyLedgerUseCase {
  private readonly logger = new Logger(VerifyLedgerUseCase.name);
  private readonly verified: ReturnType<Metrics['counter']>;

  constructor(
    private readonly transactions: TxRunner,
    private readonly verification: LedgerVerificationRepository,
    metrics: Metrics,
  ) {
    this.verified = metrics.counter(
      'repasse_ledger_verified_entries_total',
      'Entries of the books that were verified',
    );
    metrics.asked(
      'repasse_ledger_broken_accounts',
      'Accounts of the books with an entry that breaks a rule',
      [],
      async () => [{ value: await verification.countBroken() }],
    );
  }

  /** One round; whether the walk goes on. Whoever finds another process at it does nothing. */
  async execute(): Promise<boolean> {
    const { entries, broken, isMore } = await this.transactions.run(async (tx) => {
      const begun = await this.verification.take(tx);
      if (begun === null) return { entries: 0, broken: [], isMore: false };
      const walked = await this.verification.listNext(tx, begun, HOURS_A_ROUND);
      const isMore = walked.length > 0;
      const accounts = isMore ? walked : await this.verification.listBroken(tx);
      const slices = await this.verification.listSlices(tx, unique(accounts));
      const taken = isMore ? firstOf(slices, ENTRIES_A_ROUND) : partOfEach(slices, ENTRIES_A_ROUND);
      const broken = await this.verification.verify(tx, taken);
      await this.verification.leave(tx, isMore ? reached(begun, walked, slices, taken, broken) : null);
      return { entries: taken.reduce((sum, { after, upTo }) => sum + upTo - after, 0), broken, isMore };
    });
    this.verified.inc(entries);
    for (const { merchantId, accountId } of broken)
      this.logger.error(
        `ledger: an entry of account ${accountId} of merchant ${merchantId} breaks a rule of the books`,
      );
    return isMore;
  }
}

function unique<Place extends { readonly accountId: string }>(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [place.accountId, place])).values()];
}

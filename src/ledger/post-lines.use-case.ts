import { Injectable } from '@nestjs/common';
import { Metrics } from '../common/metrics';
import { TxRunner } from '../database';
import { LedgerRepository, type PosterPlace } from './ledger.repository';

/** Lines of one round: some ten milliseconds, for which whoever takes money out of one of these accounts may wait. */
const LINES_A_ROUND = 1_000;

const BEGINNING: PosterPlace = {
  merchantId: '00000000-0000-0000-0000-000000000000',
  accountId: '00000000-0000-0000-0000-000000000000',
};

/** What a round came to, and whether there may be more. */
export interface PostedRound {
  readonly posted: number;
  readonly isMore: boolean;
}

/** Gives lines that wait their places, account by account and round by round, so that none is passed over. */
@Injectable()
export class PostLinesUseCase {
  private readonly posted: ReturnType<Metrics['counter']>;
  private place: PosterPlace | null = null;
  private postedInPass = 0;

  constructor(
    private readonly transactions: TxRunner,
    private readonly ledger: LedgerRepository,
    metrics: Metrics,
  ) {
    this.posted = metrics.counter(
      'repasse_ledger_posted_lines_total',
      'Lines of the books that got their place',
    );
  }

  /**
   * One round, a statement of its own; several processes may do so, none waits for another. A pass over all accounts that
   * took several rounds may have left lines of those it cut short: another follows, unless somebody holds all that is left.
   */
  async execute(): Promise<PostedRound> {
    const begun = this.place;
    const round = await this.transactions.runStatement((tx) =>
      this.ledger.postLines(tx, begun ?? BEGINNING, LINES_A_ROUND),
    );
    this.posted.inc(round.posted);
    this.postedInPass = (begun === null ? 0 : this.postedInPass) + round.posted;
    const isAtEnd = round.seen < LINES_A_ROUND;
    this.place = isAtEnd ? null : round.last;
    return { posted: round.posted, isMore: !isAtEnd || (begun !== null && this.postedInPass > 0) };
  }
}

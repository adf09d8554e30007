import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock, errorMessage } from '../common';
import { type Invariant, INVARIANTS } from '../common/invariants';
import { TxRunner } from '../database';
import type { InvariantVerdict } from './invariant-verdict.entity';
import { type Read, VerificationRepository } from './verification.repository';
import { EVERY_MS, isByClock, isDue, scopeOf } from './verification.rules';

/** Reads the rules of the books when it is time, one after the other, and keeps what each came to (money contract §20). */
@Injectable()
export class VerifyInvariantsUseCase {
  private readonly logger = new Logger(VerifyInvariantsUseCase.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly verification: VerificationRepository,
    @Inject(INVARIANTS) private readonly rules: readonly Invariant[],
    private readonly clock: Clock,
  ) {}

  /** Nothing when it is not due. A run whose process ends begins anew: what was asked for is asked for until a run has ended. */
  async execute(stop?: AbortSignal): Promise<void> {
    const startedAt = this.clock.now();
    const schedule = await this.verification.findSchedule();
    if (!isDue(schedule, startedAt)) return;
    await this.transactions.run((tx) => this.verification.start(tx, startedAt));
    const known = new Map((await this.verification.listAll()).map((verdict) => [verdict.name, verdict]));
    for (const rule of this.rules) {
      if (stop?.aborted === true) return;
      await this.verify(rule, known.get(rule.name) ?? null, isByClock(schedule, startedAt));
    }
    await this.transactions.run(async (tx) => {
      await this.verification.deleteOthers(
        tx,
        this.rules.map(({ name }) => name),
      );
      await this.verification.finish(tx, startedAt, new Date(startedAt.getTime() + EVERY_MS));
    });
  }

  /** A rule that cannot be read keeps the verdict that it had, with its time. */
  private async verify(rule: Invariant, last: InvariantVerdict | null, byClock: boolean): Promise<void> {
    const at = this.clock.now();
    const scope = scopeOf(rule, last, at, byClock);
    if (scope === 'later') return;
    try {
      const read = await this.verification.read(rule, scope.since);
      const verdict = verdictOf(rule, last, read, at, scope.since === null);
      await this.transactions.run((tx) => this.verification.save(tx, verdict));
      if (verdict.brokenCount > 0)
        this.logger.error(`invariants: broken ${verdict.brokenCount} times: ${rule.name}`);
    } catch (error) {
      this.logger.error(`invariants: ${rule.name}: ${errorMessage(error)}`);
    }
  }
}

/** What broke a rule and was not read again breaks it still. */
function verdictOf(
  { name }: Invariant,
  last: InvariantVerdict | null,
  read: Read,
  at: Date,
  isWhole: boolean,
): InvariantVerdict {
  if (isWhole || last === null)
    return { name, lastRunAt: at, fullRunAt: at, fullRowsChecked: read.rowsChecked, ...read };
  const { fullRunAt, fullRowsChecked, brokenCount, broken } = last;
  const found = read.brokenCount > 0 ? read : { ...read, brokenCount, broken };
  return { name, lastRunAt: at, fullRunAt, fullRowsChecked, ...found };
}

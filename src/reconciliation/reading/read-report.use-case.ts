import { Injectable, Logger } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { type Tx, TxRunner } from '../../database';
import type { ReportLine } from '../../providers';
import type { ItemStatus } from '../item.transitions';
import { Reconciliation } from '../reconciliation.entity';
import { ReconciliationRepository, type ReportDay, totalsOf } from '../reconciliation.repository';
import { ItemRepository } from './item.repository';
import { partOf } from './matching.rules';
import { MatchLinesService } from './match-lines.service';
import { MovementRepository } from './movement.repository';
import { itemOfUnreported } from './new-item';

/** Lines of one transaction: each may be one of the books. */
const PORTION = 500;

/** What is to be read, and from where. */
export interface ReportReading extends ReportDay {
  readonly lines: AsyncIterable<readonly ReportLine[]>;
  /** Somebody wants it now. */
  readonly isAsked: boolean;
  /** When to leave the rest to the worker; null: read on until it is done. */
  readonly until: Date | null;
}

export interface ReadReport {
  readonly reconciliationId: string;
  /** False: there was no time for all of it. */
  readonly isDone: boolean;
  /** Lines that were not known before. */
  readonly added: number;
  /** What all readings of the day came to, by status. */
  readonly items: Readonly<Record<ItemStatus, number>>;
  /** Differences that nobody resolved. */
  readonly open: number;
}

/**
 * Reads what a provider reports of a day and compares it with the books (money contract §19), a portion in a transaction: a reading that
 * breaks off is begun again, and what was read is known by then. Any number may read the same day at once.
 */
@Injectable()
export class ReadReportUseCase {
  private readonly logger = new Logger(ReadReportUseCase.name);

  constructor(
    private readonly transactions: TxRunner,
    private readonly reconciliations: ReconciliationRepository,
    private readonly items: ItemRepository,
    private readonly movements: MovementRepository,
    private readonly matching: MatchLinesService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** The lines are understood already. Throws whatever they throw; portions before that are kept. */
  async execute({ provider, date, lines, isAsked, until }: ReportReading): Promise<ReadReport> {
    const beganAt = this.clock.now();
    const { id: reconciliationId } = await this.open({ provider, date }, isAsked ? beganAt : null);
    const day = { id: reconciliationId, provider, date };
    const seen = new Map<string, number>();
    let added = 0;
    for await (const portion of portions(lines)) {
      const named = portion.map((line) => again(line, seen));
      const { added: addedNow, changed } = await this.transactions.run((tx) =>
        this.matching.read(tx, day, named),
      );
      added += addedNow;
      if (changed > 0)
        this.logger.warn(
          `${changed} lines of ${provider} were told otherwise than before; they stay as read`,
        );
      if (until !== null && this.clock.now() > until) return this.result(reconciliationId, added, false);
    }
    while (await this.transactions.run((tx) => this.recordUnreported(tx, day)));
    await this.transactions.run((tx) => this.reconciliations.noteRead(tx, reconciliationId, beganAt));
    return this.result(reconciliationId, added, true);
  }

  private async result(reconciliationId: string, added: number, isDone: boolean): Promise<ReadReport> {
    const counts = (await this.reconciliations.countItems([reconciliationId])).get(reconciliationId);
    return { reconciliationId, isDone, added, ...totalsOf(counts) };
  }

  private open({ provider, date }: ReportDay, requestedAt: Date | null): Promise<Reconciliation> {
    const id = this.ids.next();
    const createdAt = this.clock.now();
    const row = { id, provider, date, requestedAt, readAt: null, createdAt };
    return this.transactions.run((tx) =>
      this.reconciliations.open(tx, Object.assign(new Reconciliation(), row)),
    );
  }

  /** What of ours no line told of; true: there may be more. A line of another day may have waited for it. */
  private async recordUnreported(
    tx: Tx,
    day: { readonly id: string; readonly provider: string; readonly date: string },
  ): Promise<boolean> {
    const { id: reconciliationId, provider, date } = day;
    await this.items.lockProvider(tx, provider);
    const unreported = await this.movements.listUnreported(tx, provider, date, PORTION);
    const waiting = await this.items.listMissingHere(tx, provider, unreported);
    if (waiting.length > 0 && (await this.matching.matchAgain(tx, provider, waiting)) > 0) return true;
    const now = this.clock.now();
    const missing = unreported.map((one) => {
      const { cause, installments } = one.movement;
      const origin = { id: this.ids.next(), reconciliationId, provider, now };
      return itemOfUnreported(origin, one, partOf(cause.cents, installments, one.installment));
    });
    await this.items.insert(tx, missing);
    return missing.length === PORTION;
  }
}

/** The lines in portions of one size, whatever the pages they come in. */
async function* portions(pages: AsyncIterable<readonly ReportLine[]>): AsyncIterable<ReportLine[]> {
  let portion: ReportLine[] = [];
  for await (const page of pages) {
    for (const line of page) {
      portion.push(line);
      if (portion.length < PORTION) continue;
      yield portion;
      portion = [];
    }
  }
  if (portion.length > 0) yield portion;
}

/** A line that is told twice in one report is two, by the same names each time it is read. */
function again(line: ReportLine, seen: Map<string, number>): ReportLine {
  const times = (seen.get(line.lineId) ?? 0) + 1;
  seen.set(line.lineId, times);
  return times === 1 ? line : { ...line, lineId: `${line.lineId}#${times}` };
}

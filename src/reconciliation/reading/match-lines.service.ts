import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import type { Tx } from '../../database';
import type { ReportLine } from '../../providers';
import type { ReconciliationItem } from '../reconciliation-item.entity';
import { ItemPostingService } from './item-posting.service';
import { ItemRepository } from './item.repository';
import { type Claim, type Match, matchOf, type Movement } from './matching.rules';
import { keyOf, MovementRepository, type Named } from './movement.repository';
import { compare, itemOfLine, lineOf } from './new-item';

/** What a portion brought. */
export interface ReadPortion {
  readonly added: number;
  /** Lines that are known, and were told otherwise now. */
  readonly changed: number;
}

interface Day {
  readonly id: string;
  readonly provider: string;
}

/** Which items tell of what, while lines are matched. */
class Claims {
  private readonly byCause = new Map<string, Claim[]>();
  private readonly items = new Map<string, ReconciliationItem>();

  constructor(standing: readonly ReconciliationItem[]) {
    for (const item of standing) this.add(item);
  }

  readonly of = (causeId: string): readonly Claim[] => this.byCause.get(causeId) ?? [];

  item(id: string): ReconciliationItem {
    const item = this.items.get(id);
    if (item === undefined) throw new Error('a claim is of an item');
    return item;
  }

  add(item: ReconciliationItem): void {
    const { id, causeId, installment, status, resolution } = item;
    if (causeId === null) return;
    this.items.set(id, item);
    const isAwaited = status === 'missing_there' && resolution !== 'adjust';
    const others = this.of(causeId).filter(({ itemId }) => itemId !== id);
    this.byCause.set(causeId, [...others, { itemId: id, installment, isAwaited }]);
  }
}

/** Puts lines of reports beside what they tell of, and posts what agrees. */
@Injectable()
export class MatchLinesService {
  constructor(
    private readonly items: ItemRepository,
    private readonly movements: MovementRepository,
    private readonly posting: ItemPostingService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Reads a portion of a report. Lines that are known change nothing, unless what they tell of has come since. */
  async read(tx: Tx, day: Day, lines: readonly ReportLine[]): Promise<ReadPortion> {
    await this.items.lockProvider(tx, day.provider);
    const ids = lines.map(({ lineId }) => lineId);
    const known = new Map(
      (await this.items.listByLines(tx, day.provider, ids)).map((item) => [item.lineId, item]),
    );
    const fresh = lines.filter(({ lineId }) => !known.has(lineId));
    const waiting = [...known.values()].filter(isMissingHere);
    const { movements, claims } = await this.look(tx, day.provider, [...fresh, ...waiting]);
    const now = this.clock.now();
    const added: ReconciliationItem[] = [];
    const updated: ReconciliationItem[] = [];
    for (const line of fresh) {
      const about = movementsOf(line, movements);
      const match = matchOf(line, about, claims.of);
      const awaited = match?.awaited ?? null;
      if (match !== null && awaited !== null) {
        updated.push(take(claims.item(awaited.itemId), line, match, now));
        claims.add(claims.item(awaited.itemId));
        continue;
      }
      const origin = { id: this.ids.next(), reconciliationId: day.id, provider: day.provider, now };
      const item = itemOfLine(origin, line, about[0] ?? null);
      if (match !== null) compare(item, line, match, true);
      added.push(item);
      claims.add(item);
    }
    updated.push(...rematch(waiting, movements, claims, now));
    await this.posting.post(tx, [...added, ...updated].filter(isMatched));
    await this.items.insert(tx, added);
    for (const item of updated) await this.items.update(tx, item);
    const changed = lines.filter((line) => isReportedAnew(known.get(line.lineId), line)).length;
    return { added: fresh.length, changed };
  }

  /** Looks again at lines that matched nothing; how many do now. */
  async matchAgain(tx: Tx, provider: string, waiting: readonly ReconciliationItem[]): Promise<number> {
    const { movements, claims } = await this.look(tx, provider, waiting);
    const updated = rematch(waiting, movements, claims, this.clock.now());
    await this.posting.post(tx, updated.filter(isMatched));
    for (const item of updated) await this.items.update(tx, item);
    return updated.length;
  }

  private async look(
    tx: Tx,
    provider: string,
    lines: readonly Pick<ReconciliationItem, 'type' | 'reference'>[],
  ): Promise<{ movements: ReadonlyMap<string, readonly Movement[]>; claims: Claims }> {
    const names = lines.filter((line): line is Named & typeof line => line.reference !== null);
    const movements = await this.movements.find(tx, provider, names);
    const causes = [...movements.values()]
      .flat()
      .flatMap(({ merchantId, cause }) => (cause === null ? [] : [{ merchantId, causeId: cause.id }]));
    return { movements, claims: new Claims(await this.items.listByCauses(tx, causes)) };
  }
}

/** Only what nothing tells of: an item that waits for its line keeps its place. */
function rematch(
  waiting: readonly ReconciliationItem[],
  movements: ReadonlyMap<string, readonly Movement[]>,
  claims: Claims,
  now: Date,
): ReconciliationItem[] {
  return waiting.flatMap((item) => {
    const line = lineOf(item);
    const match = matchOf(line, movementsOf(line, movements), claims.of);
    if (match?.awaited !== null) return [];
    take(item, line, match, now);
    claims.add(item);
    return [item];
  });
}

function take(item: ReconciliationItem, line: ReportLine, match: Match, now: Date): ReconciliationItem {
  compare(item, line, match, false);
  item.updatedAt = now;
  return item;
}

function movementsOf(
  { type, reference }: Pick<ReportLine, 'type' | 'reference'>,
  movements: ReadonlyMap<string, readonly Movement[]>,
): readonly Movement[] {
  return reference === null ? [] : (movements.get(keyOf({ type, reference })) ?? []);
}

function isMatched({ status }: ReconciliationItem): boolean {
  return status === 'matched';
}

function isMissingHere({ status, resolution }: ReconciliationItem): boolean {
  return status === 'missing_here' && resolution === null;
}

/** Whether a line that is known was told with other facts. */
function isReportedAnew(item: ReconciliationItem | undefined, line: ReportLine): boolean {
  if (item === undefined) return false;
  const { grossCents, feeCents, lineDate, reference, type } = item;
  return (
    grossCents !== line.grossCents ||
    feeCents !== line.feeCents ||
    lineDate !== line.date ||
    reference !== line.reference ||
    type !== line.type
  );
}

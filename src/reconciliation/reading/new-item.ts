import type { ReportLine } from '../../providers';
import { itemTransitions } from '../item.transitions';
import { ReconciliationItem } from '../reconciliation-item.entity';
import type { Match, Movement } from './matching.rules';
import type { Unreported } from './movement.repository';

/** Of which reading an item comes. */
export interface Origin {
  readonly id: string;
  readonly reconciliationId: string;
  readonly provider: string;
  readonly now: Date;
}

const UNRESOLVED = {
  ...{ resolution: null, note: null, resolvedBy: null, resolvedAt: null },
  ...{ askedBy: null, askedNote: null, askedAt: null },
} as const;

const WITHOUT_LINE = {
  lineId: null,
  grossCents: null,
  feeCents: null,
  netCents: null,
  lineDate: null,
} as const;

function blank({ id, reconciliationId, provider, now }: Origin): Partial<ReconciliationItem> {
  return { id, reconciliationId, provider, createdAt: now, updatedAt: now, postedAt: null, ...UNRESOLVED };
}

/** The item of a line that matches nothing; `about`: what it names, although something else tells of that. */
export function itemOfLine(origin: Origin, line: ReportLine, about: Movement | null): ReconciliationItem {
  return Object.assign(new ReconciliationItem(), blank(origin), lineFacts(line), {
    status: itemTransitions.next(null, 'report_only'),
    merchantId: about?.merchantId ?? null,
    resourceType: about?.resourceType ?? null,
    resourceId: about?.resourceId ?? null,
    ...{ causeId: null, expectedCents: null, expectedDate: null },
  });
}

/** The item of something of ours that was not reported. */
export function itemOfUnreported(
  origin: Origin,
  { type, reference, installment, movement }: Unreported,
  expectedCents: number,
): ReconciliationItem {
  const { merchantId, resourceType, resourceId, cause } = movement;
  return Object.assign(new ReconciliationItem(), blank(origin), WITHOUT_LINE, {
    ...{ type, reference, installment, status: itemTransitions.next(null, 'book_only') },
    ...{ merchantId, resourceType, resourceId },
    ...{ causeId: cause.id, expectedCents, expectedDate: cause.date },
  });
}

/** Makes an item, new or one that waited, that of a line and what it matches. What was said of it before is over. */
export function compare(item: ReconciliationItem, line: ReportLine, match: Match, isNew: boolean): void {
  const { movement, causeId, expectedCents, expectedDate, trigger } = match;
  const { merchantId, resourceType, resourceId } = movement;
  Object.assign(item, lineFacts(line), UNRESOLVED, {
    status: itemTransitions.next(isNew ? null : item.status, trigger),
    ...{ merchantId, resourceType, resourceId, causeId, expectedCents, expectedDate },
  });
}

function lineFacts(line: ReportLine): Partial<ReconciliationItem> {
  const { lineId, type, reference, installment, grossCents, feeCents, netCents, date: lineDate } = line;
  return { lineId, type, reference, installment, grossCents, feeCents, netCents, lineDate };
}

/** The line that an item was read from. */
export function lineOf(item: ReconciliationItem): ReportLine {
  const { lineId, type, reference, installment, grossCents, feeCents, netCents, lineDate } = item;
  if (lineId === null || grossCents === null || feeCents === null || netCents === null || lineDate === null)
    throw new Error('only an item of a line has one');
  return { lineId, type, reference, installment, grossCents, feeCents, netCents, date: lineDate };
}

import { Injectable } from '@nestjs/common';
import { daysBetween } from '../common/calendar';
import { commonErrors, validationFailed } from '../common/errors';
import type { Page } from '../common/http';
import type { ListReceivablesQuery } from './list-receivables.query';
import type { Receivable } from './receivable.entity';
import { ReceivableRepository } from './receivable.repository';
import type { ListSettlementsQuery } from './settlements/list-settlements.query';
import type { Settlement } from './settlements/settlement.entity';
import { SettlementRepository } from './settlements/settlement.repository';
import { ReceivableSummaryRepository } from './summary/receivable-summary.repository';
import type {
  ReceivableSummaryResponse,
  ReceivableTotalsResponse,
} from './summary/receivable-summary.response';
import type { SummariseReceivablesQuery } from './summary/summarise-receivables.query';

const MAX_DAYS = 400;

/** Receivables and settlements as their merchant reads them. */
@Injectable()
export class ReceivableReader {
  constructor(
    private readonly receivables: ReceivableRepository,
    private readonly settlements: SettlementRepository,
    private readonly summaries: ReceivableSummaryRepository,
  ) {}

  /** Throws NOT_FOUND. */
  async get(merchantId: string, id: string): Promise<Receivable> {
    return found(await this.receivables.find(merchantId, id));
  }

  /** One page, newest first. Throws VALIDATION_FAILED for a period that ends before it begins. */
  async list(merchantId: string, query: ListReceivablesQuery): Promise<Page<Receivable>> {
    assertInOrder(query);
    return this.receivables.list(merchantId, query);
  }

  /** Throws VALIDATION_FAILED for a period that ends before it begins, or is too long. */
  async summarise(merchantId: string, query: SummariseReceivablesQuery): Promise<ReceivableSummaryResponse> {
    assertInOrder(query);
    // Its first and its last day are days of it.
    if (daysBetween(query.due_from, query.due_to) + 1 > MAX_DAYS)
      throw validationFailed([
        {
          field: 'due_to',
          code: 'too_late',
          message: `must be one of the ${MAX_DAYS} days that begin with due_from`,
        },
      ]);
    const groups = await this.summaries.sum(merchantId, query);
    const sum = (of: keyof ReceivableTotalsResponse): number =>
      groups.reduce((total, group) => total + group[of], 0);
    const total = {
      count: sum('count'),
      amount: sum('amount'),
      fee: sum('fee'),
      amount_reversed: sum('amount_reversed'),
      net: sum('net'),
    };
    return { total, groups };
  }

  /** Throws NOT_FOUND. */
  async getSettlement(merchantId: string, id: string): Promise<Settlement> {
    return found(await this.settlements.find(merchantId, id));
  }

  /** One page, newest first. */
  async listSettlements(merchantId: string, query: ListSettlementsQuery): Promise<Page<Settlement>> {
    return this.settlements.list(merchantId, query);
  }
}

function found<T>(record: T | null): T {
  if (record === null) throw commonErrors.NOT_FOUND();
  return record;
}

function assertInOrder({ due_from, due_to }: Pick<ListReceivablesQuery, 'due_from' | 'due_to'>): void {
  if (due_from !== undefined && due_to !== undefined && due_from > due_to)
    throw validationFailed([
      { field: 'due_from', code: 'after_due_to', message: 'must not be after due_to' },
    ]);
}

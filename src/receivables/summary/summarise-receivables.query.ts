import { StatusFilter } from '../../common/http';
import { DateOnlyField, EnumField, UuidField } from '../../common/validation';
import { RECEIVABLE_STATUSES } from '../receivable.transitions';

export const SUMMARY_GROUPS = ['due_date', 'month', 'arrangement', 'status'] as const;
export type SummaryGroup = (typeof SUMMARY_GROUPS)[number];

export class SummariseReceivablesQuery {
  @UuidField({ omittable: true })
  wallet_id?: string;

  @DateOnlyField({ description: 'First due date of the period.' })
  due_from: string;

  @DateOnlyField({ description: 'Last due date of the period, inclusive; at most 400 days.' })
  due_to: string;

  @StatusFilter(RECEIVABLE_STATUSES)
  status?: string[];

  @EnumField(SUMMARY_GROUPS, { description: 'What the sums are of.' })
  group_by: SummaryGroup;
}

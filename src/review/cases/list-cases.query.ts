import { ListQuery, SearchFilter, StatusFilter } from '../../common/http';
import { EnumField, UuidField } from '../../common/validation';
import { CASE_KINDS } from './queued-case.entity';

/** The statuses in which something can wait for an operator. */
const QUEUE_STATUSES = ['pending_review', 'active', 'suspended'] as const;

const ASSIGNEES = ['me', 'none'] as const;

/** What the queue can be ordered by; with a minus the other way round. */
export const CASE_SORTS = [
  'waiting_since',
  '-waiting_since',
  'name',
  '-name',
  'merchant',
  '-merchant',
  'round',
  '-round',
] as const;

/** Contract §8, the queue. Days count on the moment since which a case waits. */
export class ListCasesQuery extends ListQuery {
  @StatusFilter(QUEUE_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @EnumField(CASE_KINDS, { omittable: true })
  kind?: string;

  @EnumField(['pj', 'pf'], { omittable: true })
  entity_type?: string;

  @UuidField({ omittable: true })
  merchant_id?: string;

  @EnumField(ASSIGNEES, {
    omittable: true,
    description: 'me: the cases that you have claimed; none: those that nobody has.',
  })
  assignee?: string;

  @EnumField(['late'], {
    omittable: true,
    description: 'late: the cases that should have been decided by now.',
  })
  due?: string;

  @EnumField(CASE_SORTS, {
    omittable: true,
    description:
      'The order, with a minus the other way round; default waiting_since. Not together with cursor.',
  })
  sort?: (typeof CASE_SORTS)[number];
}

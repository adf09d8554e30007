import { ListQuery, SearchFilter, StatusFilter } from '../../common/http';
import { EnumField, UuidField } from '../../common/validation';
import { CASE_KINDS } from './queued-case.entity';

/** The statuses in which something can wait for an operator. */
const QUEUE_STATUSES = ['pending_review', 'active', 'suspended'] as const;

const ASSIGNEES = ['me', 'none'] as const;

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
}

import { ListQuery, StatusFilter } from '../../common/http';
import { EnumField } from '../../common/validation';
import { REPORT_LINE_TYPES, type ReportLineType } from '../../providers';
import { ITEM_STATUSES, type ItemStatus } from '../item.transitions';

export class ListItemsQuery extends ListQuery {
  @StatusFilter(ITEM_STATUSES)
  status?: ItemStatus[];

  @EnumField(REPORT_LINE_TYPES, { omittable: true })
  type?: ReportLineType;

  @EnumField(['true', 'false'], {
    omittable: true,
    description: 'Of the differences: those that were resolved, or those that were not.',
  })
  resolved?: string;
}

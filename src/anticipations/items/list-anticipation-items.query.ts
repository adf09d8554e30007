import { ListQuery } from '../../common/http';
import { EnumField } from '../../common/validation';

export class ListAnticipationItemsQuery extends ListQuery {
  @EnumField(['due_date'], {
    omittable: true,
    description:
      'due_date: the nearest due first, equal ones by id; default newest first. Not together with cursor.',
  })
  sort?: 'due_date';
}

import { ListQuery, SearchFilter, StatusFilter } from '../common/http';
import { EnumField } from '../common/validation';
import { DOCUMENT_TYPE_NAMES } from './document-types';
import { DOCUMENT_STATUSES } from './document.transitions';

/** Contract §4, row …/documents. */
export class ListDocumentsQuery extends ListQuery {
  @StatusFilter(DOCUMENT_STATUSES)
  status?: string[];

  @SearchFilter()
  search?: string;

  @EnumField(DOCUMENT_TYPE_NAMES, { omittable: true })
  type?: string;

  @EnumField(['true', 'false'], { omittable: true, description: 'true: only records that are not replaced.' })
  current?: string;
}

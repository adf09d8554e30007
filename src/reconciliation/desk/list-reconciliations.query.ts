import { ListQuery } from '../../common/http';
import { DateOnlyField, EnumField, PatternField } from '../../common/validation';

export const PROVIDER_NAME = {
  pattern: /^[a-z0-9_-]+$/,
  max: 40,
  code: 'unknown_provider',
  message: 'must be the name of a provider',
} as const;

export class ListReconciliationsQuery extends ListQuery {
  @PatternField({ ...PROVIDER_NAME, omittable: true })
  provider?: string;

  @DateOnlyField({ omittable: true, description: 'The day that was reported.' })
  date?: string;

  @EnumField(['true', 'false'], {
    omittable: true,
    description: 'Days with differences that nobody resolved, or those without.',
  })
  open?: string;
}

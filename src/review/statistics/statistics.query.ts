import { DateOnlyField } from '../../common/validation';

export class StatisticsQuery {
  @DateOnlyField({
    omittable: true,
    description: 'First day of the decisions, inclusive; default: 30 days up to date_to.',
  })
  date_from?: string;

  @DateOnlyField({ omittable: true, description: 'Last day, inclusive; default: today. At most 366 days.' })
  date_to?: string;
}

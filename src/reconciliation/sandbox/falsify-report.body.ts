import { CentsField, DateOnlyField, EnumField, UuidField } from '../../common/validation';

export const REPORT_FAULTS = ['drop', 'double', 'alter'] as const;

export class FalsifyReportBody {
  @UuidField({ description: 'A charge, refund, dispute or withdrawal of your own.' })
  resource_id: string;

  @EnumField(REPORT_FAULTS, {
    description: 'Its lines are left out, told twice, or told otherwise.',
  })
  action: (typeof REPORT_FAULTS)[number];

  @CentsField({ min: 0, optional: true, description: 'Of alter: the amount that is told instead.' })
  gross?: number;

  @DateOnlyField({ optional: true, description: 'Of alter: the day that is told instead.' })
  date?: string;
}

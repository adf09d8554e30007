import { DateOnlyField } from '../../common/validation';

export class SettleEarlyBody {
  @DateOnlyField({ description: 'What is due up to this day is settled now.' })
  until_date: string;
}

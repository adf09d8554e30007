import { EnumField, FreeTextField } from '../../common/validation';
import { REFUSAL_CODES, type RefusalCode } from '../anticipation.entity';

export class RefuseAnticipationBody {
  @EnumField(REFUSAL_CODES)
  code: RefusalCode;

  @FreeTextField({
    optional: true,
    max: 500,
    description: 'For the merchant; without it what the code says.',
  })
  message?: string;
}

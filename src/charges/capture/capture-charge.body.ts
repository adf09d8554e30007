import { CentsField } from '../../common/validation';

export class CaptureChargeBody {
  @CentsField({ optional: true, description: 'In cents; default the whole authorised amount.' })
  amount?: number;
}

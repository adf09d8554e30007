import { DISPUTE_KINDS, type DisputeKind } from '../../common/money';
import { EnumField } from '../../common/validation';

export class DisputeChargeBody {
  @EnumField(DISPUTE_KINDS, { description: 'pix_return: of a pix, the special return of the central bank.' })
  kind: DisputeKind;
}

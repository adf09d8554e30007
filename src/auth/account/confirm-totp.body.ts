import { DigitsField } from '../../common/validation';

export class ConfirmTotpBody {
  @DigitsField({ min: 6, max: 6, description: 'The six digits that the authenticator app shows.' })
  code: string;
}

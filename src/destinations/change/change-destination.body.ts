import { PatchBody } from '../../common/http';
import { BooleanField, TextField } from '../../common/validation';

@PatchBody()
export class ChangeDestinationBody {
  @BooleanField({
    omittable: true,
    description: 'True: withdrawals that name none go there. Another one ends it.',
  })
  is_default?: boolean;

  @TextField({ max: 100, optional: true })
  nickname?: string | null;
}

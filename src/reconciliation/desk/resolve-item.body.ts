import { EnumField, FreeTextField } from '../../common/validation';
import { RESOLUTIONS, type Resolution } from '../reconciliation-item.entity';

export class ResolveItemBody {
  @EnumField(RESOLUTIONS, {
    description:
      'explain: the difference is explained by the note, and the books stay; of a line that differs in its day alone, it is posted. adjust: what was reported is posted, and what differs goes to suspense; two operators.',
  })
  action: Resolution;

  @FreeTextField({ description: 'Why. A second operator says the same.' })
  note: string;
}

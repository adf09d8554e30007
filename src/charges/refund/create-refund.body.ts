import { ArrayField, CentsField, FreeTextField, TextField } from '../../common/validation';

const MAX_READ_SPLITS = 100;
const MAX_RECIPIENT = 100;
const MAX_REASON = 500;

export class RefundSplitBody {
  @TextField({ max: MAX_RECIPIENT })
  recipient_id: string;

  @CentsField({ description: 'In cents.' })
  amount: number;
}

export class CreateRefundBody {
  @CentsField({ optional: true, description: 'In cents; default all that is left of the capture.' })
  amount?: number;

  @FreeTextField({ max: MAX_REASON, optional: true })
  reason?: string;

  @ArrayField(() => RefundSplitBody, {
    min: 1,
    max: MAX_READ_SPLITS,
    optional: true,
    description: 'Who gives back how much; default by the shares.',
  })
  split_refunds?: RefundSplitBody[];
}

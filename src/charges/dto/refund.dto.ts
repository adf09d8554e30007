import { ListQuery, StatusFilter } from '../../common/http';
import { ArrayField, CentsField, FreeTextField, TextField } from '../../common/validation';
import { REFUND_STATUSES } from '../refunds/refund.entity';

const MAX_READ_SPLITS = 100;
const MAX_RECIPIENT = 100;
const MAX_REASON = 500;

export class RefundSplitDto {
  @TextField({ max: MAX_RECIPIENT })
  recipient_id: string;

  @CentsField({ description: 'In cents.' })
  amount: number;
}

export class CreateRefundDto {
  @CentsField({ optional: true, description: 'In cents; default all that is left of the capture.' })
  amount?: number;

  @FreeTextField({ max: MAX_REASON, optional: true })
  reason?: string;

  @ArrayField(() => RefundSplitDto, {
    min: 1,
    max: MAX_READ_SPLITS,
    optional: true,
    description: 'Who gives back how much; default by the shares.',
  })
  split_refunds?: RefundSplitDto[];
}

export class CaptureChargeDto {
  @CentsField({ optional: true, description: 'In cents; default the whole authorised amount.' })
  amount?: number;
}

export class ListRefundsQuery extends ListQuery {
  @StatusFilter(REFUND_STATUSES)
  status?: string[];
}

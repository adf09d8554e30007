import { CentsField, DateOnlyField, EnumField, TextField, UuidField } from '../../common/validation';
import { type Timeframe, TIMEFRAMES } from '../anticipation.entity';
import { UuidListField } from './uuid-list.field';

const MAX_NAMED = 500;

/** What is simulated and what is asked for are the same (money contract §16). */
export class AnticipationBody {
  @UuidField({ optional: true, description: "Default: the merchant's own." })
  wallet_id?: string;

  @CentsField({
    optional: true,
    description: 'What should come of it: as few receivables as reach it. Not with receivable_ids.',
  })
  payout?: number;

  @EnumField(TIMEFRAMES, {
    optional: true,
    description: 'start (default): the nearest due first; end: the farthest.',
  })
  timeframe?: Timeframe;

  @UuidListField({ optional: true, max: MAX_NAMED, description: 'These receivables and no others.' })
  receivable_ids?: string[];

  @DateOnlyField({
    optional: true,
    description:
      'A business day within 30 days. Default: today before 16:00 in America/Sao_Paulo, else the next business day.',
  })
  payment_date?: string;

  @CentsField({
    optional: true,
    min: 0,
    description: 'The most that it may cost when it is asked for; a simulation does not look at it.',
  })
  max_fee?: number;

  @TextField({ max: 100, optional: true })
  external_id?: string;
}

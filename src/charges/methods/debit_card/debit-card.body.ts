import { fault, field, IntegerField } from '../../../common/validation';
import { CardDetailsBody } from '../card/card.body';

/** A debit card is always captured, in one instalment (contract §6). */
export class DebitCardDetailsBody extends CardDetailsBody {
  @IntegerField({ min: 1, max: 1, optional: true })
  declare installments?: number;

  @field(
    {
      check: (value) =>
        value === true ? null : fault('not_allowed', 'must be true: a debit card is always captured'),
      schema: { type: 'boolean', enum: [true] },
    },
    { optional: true },
  )
  declare capture?: boolean;
}

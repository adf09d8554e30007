import {
  ArrayField,
  BooleanField,
  CentsField,
  EmailField,
  EnumField,
  field,
  fault,
  FreeTextField,
  MetadataField,
  NumberField,
  ObjectField,
  PhoneField,
  TaxIdField,
  TextField,
  RecordIdField,
} from '../../common/validation';
import { WithCrossFieldRules } from '../../common/http';
import { CURRENCIES, type Metadata } from '../charge.entity';
import { MAX_SPLIT_RULES } from '../splits/split.rules';
import { PAYMENT_METHODS, type PaymentMethod } from '../../common/money';
import {
  ApiPaymentDetailsBodies,
  CustomerField,
  PaymentDetailsField,
} from '../methods/payment-details.field';
import { findCrossFieldFaults } from './charge-request.rules';

const MAX_ITEMS = 100;
const MAX_QUANTITY = 1_000_000;
const MAX_UNIT_PRICE_CENTS = 9_999_999_999;
/** Any text is read as a recipient, so that what is none gets SPLIT_RECIPIENT_INVALID. */
const MAX_RECIPIENT = 100;

export class CustomerAddressBody {
  @TextField({ max: 200 })
  street: string;

  @TextField({ max: 20 })
  number: string;

  @TextField({ max: 100, optional: true })
  complement?: string;

  @TextField({ max: 100 })
  neighborhood: string;

  @TextField({ max: 100 })
  city: string;

  @TextField({ min: 2, max: 2 })
  state: string;

  @TextField({ min: 8, max: 10 })
  zip_code: string;

  @TextField({ min: 2, max: 2, optional: true, description: 'Two letters; default BR.' })
  country?: string;
}

export class CustomerBody {
  @TextField({ max: 200 })
  name: string;

  @EmailField()
  email: string;

  @TextField({ max: 40, description: 'Kind of customer, in your own words.' })
  type: string;

  @TaxIdField({ optional: true, description: 'CPF or CNPJ without mask; required for a boleto.' })
  tax_id?: string;

  @PhoneField({ optional: true })
  phone?: string;

  @ObjectField(() => CustomerAddressBody, { optional: true })
  address?: CustomerAddressBody;
}

export class ChargeItemBody {
  @TextField({ max: 200 })
  name: string;

  @NumberField({ min: 0.001, max: MAX_QUANTITY, decimals: 3 })
  quantity: number;

  @NumberField({ min: 0, max: MAX_UNIT_PRICE_CENTS, decimals: 2, description: 'In cents.' })
  unit_price: number;

  @BooleanField({ optional: true, description: 'Default false.' })
  tangible?: boolean;
}

export class SplitRuleBody {
  @TextField({
    max: MAX_RECIPIENT,
    description: "The merchant's own id, or that of one of its active submerchants.",
  })
  recipient_id: string;

  @field(
    {
      check: (value) =>
        typeof value === 'number' && Number.isFinite(value)
          ? null
          : fault('invalid_type', 'must be a JSON number'),
      schema: { type: 'number', minimum: 0.01, maximum: 100 },
    },
    { optional: true, description: 'At most 2 decimals; all rules together 100.' },
  )
  percentage?: number;

  @CentsField({ optional: true, description: 'In cents; all rules together the total.' })
  amount?: number;

  @BooleanField({ optional: true, description: 'Answers for a chargeback.' })
  liable?: boolean;

  @BooleanField({ optional: true, description: 'Bears the processing fee.' })
  charge_processing_fee?: boolean;

  @BooleanField({
    optional: true,
    description: 'Gets the cents that the division leaves; default the first rule.',
  })
  charge_remainder?: boolean;
}

/** What a charge request and its preview have in common. */
@ApiPaymentDetailsBodies()
@WithCrossFieldRules(findCrossFieldFaults)
export class ChargeRequestBody {
  @CentsField({ description: 'In cents.', example: 15000 })
  amount: number;

  @TextField({ max: 40, example: 'physical' })
  product_type: string;

  @CustomerField(() => CustomerBody)
  customer: CustomerBody;

  @ArrayField(() => ChargeItemBody, { min: 1, max: MAX_ITEMS })
  items: ChargeItemBody[];

  @EnumField(PAYMENT_METHODS)
  payment_method: PaymentMethod;

  @RecordIdField({ optional: true, description: 'On whose behalf; must be active.' })
  submerchant_id?: string;

  @CentsField({ min: 0, optional: true, description: 'In cents, on top of amount; default 0.' })
  shipping_amount?: number;

  @EnumField(CURRENCIES, { optional: true, description: 'Default BRL.' })
  currency?: string;

  @TextField({ max: 100, optional: true, description: 'Your own name for it; need not be unique.' })
  external_id?: string;

  @FreeTextField({ optional: true })
  description?: string;

  @MetadataField({ optional: true })
  metadata?: Metadata;

  // One rule too many is read, so that it gets SPLIT_INVALID like every wrong set of rules.
  @ArrayField(() => SplitRuleBody, { min: 0, max: MAX_SPLIT_RULES, isCut: true, optional: true })
  split_rules?: SplitRuleBody[];
}

export class CreateChargeBody extends ChargeRequestBody {
  @PaymentDetailsField({ required: true })
  payment_details?: object;
}

export class PreviewChargeBody extends ChargeRequestBody {
  @PaymentDetailsField({ required: false })
  payment_details?: object;
}

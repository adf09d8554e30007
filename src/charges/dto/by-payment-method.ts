import { applyDecorators, type Type as ClassType } from '@nestjs/common';
import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateBy, ValidateNested, type ValidationArguments } from 'class-validator';
import { isPlainObject, type Fault } from '../../common/validation';
import {
  AnyDetailsDto,
  BoletoDetailsDto,
  CardDetailsDto,
  DebitCardDetailsDto,
  PixDetailsDto,
} from './payment-details.dto';

const DETAILS: Readonly<Record<string, ClassType>> = {
  pix: PixDetailsDto,
  boleto: BoletoDetailsDto,
  credit_card: CardDetailsDto,
  debit_card: DebitCardDetailsDto,
};

/** `payment_details`: its shape depends on `payment_method` (specification, Charge). */
export function PaymentDetailsField(options: { readonly required: boolean }): PropertyDecorator {
  return applyDecorators(
    Type((source) => detailsClass(source?.object)),
    ValidateNested(),
    faultsField((value, body) => detailsFaults(value, methodOf(body), options.required)),
    ApiProperty({
      oneOf: [...new Set(Object.values(DETAILS))].map((of) => ({ $ref: getSchemaPath(of) })),
      required: false,
      nullable: true,
      description: options.required
        ? 'By payment_method; required for cards, may be left out for pix and boleto.'
        : 'By payment_method; may be left out, and takes no raw card.',
    }),
  );
}

/** `customer`: a boleto names its payer by tax number (contract §6). */
export function CustomerField(of: () => ClassType): PropertyDecorator {
  return applyDecorators(
    Type(of),
    ValidateNested(),
    faultsField((value, body) => {
      if (value === undefined || value === null) return [{ code: 'required', message: 'is required' }];
      if (!isPlainObject(value)) return [{ code: 'invalid_type', message: 'must be an object' }];
      const taxId = value['tax_id'];
      if (methodOf(body) !== 'boleto' || (taxId !== undefined && taxId !== null)) return [];
      return [{ path: '.tax_id', code: 'required', message: 'is required for a boleto' }];
    }),
    ApiProperty({ type: () => of(), required: true }),
  );
}

function detailsFaults(value: unknown, method: string, required: boolean): Fault[] {
  const isCard = method === 'credit_card' || method === 'debit_card';
  if (value === undefined || value === null) {
    return required && isCard ? [{ code: 'required', message: 'is required for cards' }] : [];
  }
  if (!isPlainObject(value)) return [{ code: 'invalid_type', message: 'must be an object' }];
  if (!isCard) return [];
  const has = (name: string): boolean => value[name] !== undefined && value[name] !== null;
  if (has('card') && has('card_token')) {
    return [{ path: '.card', code: 'not_with_card_token', message: 'cannot be combined with card_token' }];
  }
  if (has('card') || has('card_token') || !required) return [];
  return [{ path: '.card_token', code: 'required', message: 'is required' }];
}

/** A rule that looks at the whole body; its faults are reported like those of every field. */
function faultsField(check: (value: unknown, body: unknown) => Fault[]): PropertyDecorator {
  const faultsOf = (args?: ValidationArguments): Fault[] => check(args?.value, args?.object);
  return ValidateBy({
    name: 'field',
    validator: {
      validate: (_value: unknown, args) => faultsOf(args).length === 0,
      defaultMessage: (args) => JSON.stringify(faultsOf(args)),
    },
  });
}

function detailsClass(body: unknown): ClassType {
  return DETAILS[methodOf(body)] ?? AnyDetailsDto;
}

function methodOf(body: unknown): string {
  const method = isPlainObject(body) ? body['payment_method'] : undefined;
  return typeof method === 'string' ? method.trim() : '';
}

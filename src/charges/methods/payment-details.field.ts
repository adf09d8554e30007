import { applyDecorators, type Type as ClassType } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { ApiVariantField, type Variant } from '../../common/http';
import { isCardMethod, PAYMENT_METHODS, type PaymentMethod } from '../../common/money';
import { type Fault, faultsField, isPlainObject } from '../../common/validation';
import type { MethodDefinition } from './method';
import { findMethod, methodOf } from './methods';

const BODIES = [...new Set(PAYMENT_METHODS.map((name) => methodOf(name).body))];
const RESPONSES = [...new Set(PAYMENT_METHODS.map((name) => methodOf(name).response))];

/** Stands in where the method is not known, so that only what no method knows is refused. */
const AnyDetailsBody = intersectionOf(
  BODIES.filter((body) => Object.getPrototypeOf(body) === Function.prototype),
);

/** Puts the shapes of `payment_details` into the OpenAPI document. */
export const ApiPaymentDetailsBodies = (): ClassDecorator => ApiExtraModels(...BODIES);
export const ApiPaymentDetailsResponses = (): ClassDecorator => ApiExtraModels(...RESPONSES);

/** `payment_details` of a request: its shape depends on `payment_method` (specification, Charge). */
export function PaymentDetailsField(options: { readonly required: boolean }): PropertyDecorator {
  return applyDecorators(
    Type((source) => methodIn(source?.object)?.body ?? AnyDetailsBody),
    ValidateNested(),
    faultsField((value, body) => detailsFaults(value, methodIn(body), options.required), {
      maxItems: null,
      of: (body) => methodIn(body)?.body ?? AnyDetailsBody,
    }),
    ApiByMethod((name) => requestVariant(name, options.required)),
  );
}

/** `payment_details` of a response. */
export function ApiPaymentDetails(): PropertyDecorator {
  return ApiByMethod((name) => ({
    required: ['payment_details'],
    properties: { payment_details: { $ref: getSchemaPath(methodOf(name).response) } },
  }));
}

/** The document has one schema of a charge for each method. */
function ApiByMethod(variant: (name: PaymentMethod) => Variant): PropertyDecorator {
  return ApiVariantField({
    by: 'payment_method',
    noun: 'Charge',
    of: Object.fromEntries(PAYMENT_METHODS.map((name) => [name, variant(name)])),
  });
}

/** What the document says of a request by this method. `isCharged`: it is no preview, which takes less and no raw card. */
function requestVariant(name: PaymentMethod, isCharged: boolean): Variant {
  const { body, requiresTaxId } = methodOf(name);
  const details = { $ref: getSchemaPath(body) };
  const isRequired = isCardMethod(name) && isCharged;
  const payer = {
    allOf: [{ $ref: getSchemaPath('CustomerBody') }],
    type: 'object' as const,
    required: ['tax_id'],
    properties: { tax_id: { type: 'string' as const } },
  };
  return {
    required: isRequired ? ['payment_details'] : [],
    properties: {
      payment_details: isRequired ? details : { nullable: true, allOf: [details] },
      ...(requiresTaxId ? { customer: payer } : {}),
    },
  };
}

/** `customer`: some methods name their payer by tax number (contract §6). */
export function CustomerField(of: () => ClassType): PropertyDecorator {
  return applyDecorators(
    Type(of),
    ValidateNested(),
    faultsField(
      (value, body) => {
        if (value === undefined || value === null) return [{ code: 'required', message: 'is required' }];
        if (!isPlainObject(value)) return [{ code: 'invalid_type', message: 'must be an object' }];
        const taxId = value['tax_id'];
        if (methodIn(body)?.requiresTaxId !== true || (taxId !== undefined && taxId !== null)) return [];
        return [{ path: '.tax_id', code: 'required', message: `is required for a ${nameIn(body)}` }];
      },
      { maxItems: null, of },
    ),
    ApiProperty({ type: () => of(), required: true }),
  );
}

function detailsFaults(value: unknown, method: MethodDefinition | undefined, isRequired: boolean): Fault[] {
  if (value === undefined || value === null) return method?.findBodyFaults?.(null, isRequired) ?? [];
  if (!isPlainObject(value)) return [{ code: 'invalid_type', message: 'must be an object' }];
  return method?.findBodyFaults?.(value, isRequired) ?? [];
}

function intersectionOf([first, ...others]: readonly ClassType<object>[]): ClassType<object> {
  if (first === undefined) throw new Error('there is a payment method');
  return others.reduce((all, one) => IntersectionType(all, one), first);
}

function methodIn(body: unknown): MethodDefinition | undefined {
  return findMethod(nameIn(body));
}

function nameIn(body: unknown): string {
  const method = isPlainObject(body) ? body['payment_method'] : undefined;
  return typeof method === 'string' ? method.trim() : '';
}

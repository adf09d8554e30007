import type { Type as ClassType } from '@nestjs/common';
import type { ErrorDetail } from '../../common/errors';
import type { Fault } from '../../common/validation';
import type { OpenAccount, Payer } from '../../providers';

/** What a provider is asked before a charge exists. */
export interface MethodRequest<Body> {
  /** The provider's idempotency key: the id of the charge to be. */
  readonly key: string;
  readonly body: Body;
  readonly amountCents: number;
  readonly receiverName: string;
  readonly payer: Payer;
  readonly description: string | null;
  readonly now: Date;
}

/** What a method writes into the row of a new charge. */
export interface MethodRows<Details> {
  readonly details: Details;
  /** The provider's name of the payment, when it has one already. */
  readonly reference: string | null;
  readonly expiresAt: Date | null;
  readonly installments: number | null;
  readonly autoCapture: boolean;
  readonly cardToken: string | null;
}

/** A payment that the provider reports of its own accord. */
export interface ReportedPayment {
  readonly at: Date;
  /** The name that Pix gave the transfer. */
  readonly endToEndId: string | null;
}

/**
 * A payment method (contract §6): its part of the request, its rules, what it writes into a charge, and its part of the
 * answer. `Body` is `payment_details` as it comes in, `Details` as it is stored and goes out, `Obtained` is what the
 * provider says of a charge to be.
 */
export interface MethodDefinition<
  Body extends object = object,
  Details extends object = object,
  Obtained extends object = object,
> {
  /** Whether the payer is named by its tax number. */
  readonly requiresTaxId: boolean;
  readonly body: ClassType<Body>;
  readonly response: ClassType<Details>;
  /** What single fields of `payment_details` cannot tell; null: left out. `isRequired`: not in a preview. */
  findBodyFaults?(details: Readonly<Record<string, unknown>> | null, isRequired: boolean): Fault[];
  /** Rules that depend on the day. */
  findFaults?(body: Body, now: Date): ErrorDetail[];
  hasRawCard?(body: Body): boolean;
  /** Has the provider accept the card, or make the instructions. */
  obtain(account: OpenAccount, request: MethodRequest<Body>): Promise<Obtained>;
  rows(body: Body, obtained: Obtained, now: Date): MethodRows<Details>;
  paid?(details: Details, payment: ReportedPayment): Details;
  /** An explicit list of fields. */
  toResponse(details: Details): Details;
}

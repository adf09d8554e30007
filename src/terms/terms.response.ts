import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../common';
import {
  AnticipationTermResponse,
  DisputeTermResponse,
  LimitsTermResponse,
  ProcessingTermResponse,
  ReserveTermResponse,
  SettlementTermResponse,
  type TermRows,
  WithdrawalTermResponse,
  toRows,
  withoutAgreed,
} from './term.response';
import type { Term, TermKind } from './terms.types';

/** Terms that were added together. */
export interface AddedTerms {
  readonly merchantId: string | null;
  readonly effectiveFrom: Date;
  readonly terms: readonly Term[];
}

class TermRowsResponse {
  @ApiProperty({
    type: ProcessingTermResponse,
    isArray: true,
    description: 'What no row is for costs nothing.',
  })
  processing: ProcessingTermResponse[];

  @ApiProperty({ type: SettlementTermResponse, isArray: true })
  settlement: SettlementTermResponse[];

  @ApiProperty({
    type: ReserveTermResponse,
    isArray: true,
    description: 'What no row is for is not held back.',
  })
  reserve: ReserveTermResponse[];

  @ApiProperty({
    type: WithdrawalTermResponse,
    isArray: true,
    description: 'What no row is for costs nothing.',
  })
  withdrawal: WithdrawalTermResponse[];

  @ApiProperty({ type: DisputeTermResponse, isArray: true, description: 'What no row is for costs nothing.' })
  dispute: DisputeTermResponse[];
}

/** What is in force for a merchant. */
export class TermsResponse extends TermRowsResponse {
  @ApiProperty({ type: AnticipationTermResponse })
  anticipation: AnticipationTermResponse;

  @ApiProperty({ type: LimitsTermResponse, description: 'Of withdrawals, for each wallet.' })
  limits: LimitsTermResponse;
}

/** What comes into force later, the next first. */
export class UpcomingTermsResponse extends TermRowsResponse {
  @ApiProperty({ type: AnticipationTermResponse, isArray: true })
  anticipation: AnticipationTermResponse[];

  @ApiProperty({ type: LimitsTermResponse, isArray: true })
  limits: LimitsTermResponse[];
}

/** What is in force for a merchant, or for one that agreed on nothing, and what changes when. */
export class OperatorTermsResponse extends TermsResponse {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'null: the default of the platform.',
  })
  merchant_id: string | null;

  @ApiProperty({ type: UpcomingTermsResponse })
  upcoming: UpcomingTermsResponse;
}

/** What was added, in the order of the request. */
export class AddedTermsResponse extends TermRowsResponse {
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  merchant_id: string | null;

  @ApiProperty({ format: 'date-time' })
  effective_from: string;

  @ApiProperty({ type: AnticipationTermResponse, nullable: true })
  anticipation: AnticipationTermResponse | null;

  @ApiProperty({ type: LimitsTermResponse, nullable: true })
  limits: LimitsTermResponse | null;
}

/** @param terms in force: one of each kind that is an object, whoever it is of */
export function toTermsResponse(terms: readonly Term[]): TermsResponse {
  return toInForce(terms);
}

export function toOperatorTermsResponse(
  merchantId: string | null,
  terms: readonly Term[],
  upcoming: readonly Term[],
): OperatorTermsResponse {
  return { merchant_id: merchantId, ...toInForce(terms), upcoming: toLists(upcoming) };
}

export function toAddedTermsResponse({ merchantId, effectiveFrom, terms }: AddedTerms): AddedTermsResponse {
  const { anticipation, limits, ...lists } = toLists(terms);
  return {
    merchant_id: merchantId,
    effective_from: iso(effectiveFrom),
    ...lists,
    anticipation: anticipation[0] ?? null,
    limits: limits[0] ?? null,
  };
}

/** What is in force in the form in which it is sent: rows that say nothing of their owner or of when they began. */
export function toTermsBody(merchantId: string | null, terms: readonly Term[]): Record<string, unknown> {
  const { anticipation, limits, ...lists } = toInForce(terms);
  return {
    merchant_id: merchantId,
    ...Object.fromEntries(Object.entries(lists).map(([kind, rows]) => [kind, rows.map(withoutAgreed)])),
    anticipation: withoutAgreed(anticipation),
    limits: withoutAgreed(limits),
  };
}

type Lists = { readonly [Kind in TermKind]: TermRows[Kind][] };

function toInForce(
  terms: readonly Term[],
): Omit<Lists, 'anticipation' | 'limits'> & Pick<TermRows, 'anticipation' | 'limits'> {
  const { anticipation, limits, ...lists } = toLists(terms);
  return { ...lists, anticipation: only(anticipation), limits: only(limits) };
}

function toLists(terms: readonly Term[]): Lists {
  return {
    processing: toRows(terms, 'processing'),
    settlement: toRows(terms, 'settlement'),
    reserve: toRows(terms, 'reserve'),
    withdrawal: toRows(terms, 'withdrawal'),
    dispute: toRows(terms, 'dispute'),
    anticipation: toRows(terms, 'anticipation'),
    limits: toRows(terms, 'limits'),
  };
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error('terms of which exactly one is in force');
  return row;
}

import { ApiProperty } from '@nestjs/swagger';
import { type Hindrance, HINDRANCES } from '../../auth';
import { iso, isoOrNull } from '../../common';
import { REPORT_LINE_TYPES } from '../../providers';
import { ITEM_STATUSES } from '../item.transitions';
import { referenceOf } from '../reading/posting.rules';
import { type ReconciliationItem, RESOLUTIONS } from '../reconciliation-item.entity';
import { expiryOf } from './four-eyes.rules';

const RESOURCES = ['charge', 'refund', 'dispute', 'withdrawal'] as const;

class ItemResource {
  @ApiProperty({ enum: RESOURCES }) type: string;

  @ApiProperty({ format: 'uuid' }) id: string;
}

class ExpectedLine {
  @ApiProperty({ type: 'integer', description: 'In cents.' }) gross: number;

  @ApiProperty({ format: 'date' }) date: string;
}

class ReportedLine {
  @ApiProperty({ description: "The provider's name of the line." }) line_id: string;

  @ApiProperty({ type: 'integer', description: 'In cents; the type says which way it goes.' }) gross: number;

  @ApiProperty({ type: 'integer', description: 'What the provider keeps, in cents.' }) fee: number;

  @ApiProperty({
    type: 'integer',
    description: 'gross less fee; of refund, dispute and payout gross and fee. In cents.',
  })
  net: number;

  @ApiProperty({ format: 'date' }) date: string;
}

class WaitingAdjustment {
  @ApiProperty({ description: 'E-mail of the operator who asked for it.' }) operator: string;

  @ApiProperty() note: string;

  @ApiProperty({ format: 'date-time' }) asked_at: string;

  @ApiProperty({ format: 'date-time', description: 'Until then a second operator may ask for the same.' })
  expires_at: string;

  @ApiProperty({
    type: String,
    enum: [...HINDRANCES, null],
    nullable: true,
    description: 'Why whoever asks cannot carry it out.',
  })
  hindrance: Hindrance | null;
}

export class ReconciliationItemResponse {
  @ApiProperty({ format: 'uuid' }) id: string;

  @ApiProperty({ enum: ITEM_STATUSES }) status: string;

  @ApiProperty({ enum: REPORT_LINE_TYPES }) type: string;

  @ApiProperty({ type: String, nullable: true, description: "The provider's name of what it is about." })
  reference: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Where a payment is reported by instalments.',
  })
  installment: number | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Null: nobody knows whose it is.',
  })
  merchant_id: string | null;

  @ApiProperty({ type: ItemResource, nullable: true }) resource: ItemResource | null;

  @ApiProperty({ type: ExpectedLine, nullable: true, description: 'What the books have.' })
  expected: ExpectedLine | null;

  @ApiProperty({ type: ReportedLine, nullable: true, description: 'What the provider told.' })
  reported: ReportedLine | null;

  @ApiProperty({ type: String, enum: [...RESOLUTIONS, null], nullable: true }) resolution: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What it was resolved with.' })
  note: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'E-mail of who resolved it.' })
  resolved_by: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true }) resolved_at: string | null;

  @ApiProperty({
    type: WaitingAdjustment,
    nullable: true,
    description: 'An adjustment that waits for a second operator.',
  })
  waiting: WaitingAdjustment | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The transaction of the books that it was posted by.',
    example: 'provider:sandbox:payment_sbx_1',
  })
  posted_as: string | null;

  @ApiProperty({ format: 'date-time' }) created_at: string;
}

/** What an item looks like to one operator at a moment. */
export interface ItemLook {
  readonly now: Date;
  readonly emails: ReadonlyMap<string, string>;
  readonly hindrance: Hindrance | null;
}

export function toItemResponse(item: ReconciliationItem, look: ItemLook): ReconciliationItemResponse {
  const { id, status, type, reference, installment, merchantId, resourceType, resourceId } = item;
  return {
    ...{ id, status, type, reference, installment, merchant_id: merchantId },
    resource: resourceType === null || resourceId === null ? null : { type: resourceType, id: resourceId },
    expected: expectedOf(item),
    reported: reportedOf(item),
    resolution: item.resolution,
    note: item.note,
    resolved_by: item.resolvedBy === null ? null : emailOf(item.resolvedBy, look),
    resolved_at: isoOrNull(item.resolvedAt),
    waiting: waitingOf(item, look),
    posted_as: item.postedAt === null ? null : referenceOf(item),
    created_at: iso(item.createdAt),
  };
}

function expectedOf({ expectedCents: gross, expectedDate: date }: ReconciliationItem): ExpectedLine | null {
  return gross === null || date === null ? null : { gross, date };
}

function reportedOf(item: ReconciliationItem): ReportedLine | null {
  const { lineId: line_id, grossCents: gross, feeCents: fee, netCents: net, lineDate: date } = item;
  if (line_id === null || gross === null || fee === null || net === null || date === null) return null;
  return { line_id, gross, fee, net, date };
}

function waitingOf(item: ReconciliationItem, look: ItemLook): WaitingAdjustment | null {
  const { resolution, askedBy, askedNote: note, askedAt } = item;
  if (resolution !== null || askedBy === null || note === null || askedAt === null) return null;
  const expires = expiryOf(askedAt);
  if (expires <= look.now) return null;
  return {
    ...{ operator: emailOf(askedBy, look), note, asked_at: iso(askedAt), expires_at: iso(expires) },
    hindrance: look.hindrance,
  };
}

function emailOf(id: string, { emails }: ItemLook): string {
  const email = emails.get(id);
  if (email === undefined) throw new Error('whoever resolves an item is an operator');
  return email;
}

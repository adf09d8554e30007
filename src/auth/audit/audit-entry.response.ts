import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { ACTOR_KINDS, type AuditEntry } from '../../common/audit';
import { keyOf, nameOf, type TargetName } from './audit-name.repository';

class AuditActorResponse {
  @ApiProperty({ enum: ACTOR_KINDS })
  kind: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Of an operator.' })
  id: string | null;

  @ApiProperty({
    type: String,
    format: 'email',
    nullable: true,
    description: 'Of an operator, as it was then.',
  })
  email: string | null;
}

class AuditTargetResponse {
  @ApiProperty({ description: 'What kind of thing, e.g. submerchant.' })
  type: string;

  @ApiProperty({ description: 'Its id, or a public key.' })
  id: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What it is called now; null of what has no name.',
  })
  name: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Of a document, a destination or a portal session: whose it is, where that is a seller.',
  })
  submerchant_id: string | null;
}

/** One line of the audit log. */
export class AuditEntryResponse {
  @ApiProperty({ type: 'integer', description: '1, 2, 3 … without gaps.' })
  sequence: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ description: 'thing.verb, e.g. key.issued.' })
  action: string;

  @ApiProperty()
  actor: AuditActorResponse;

  @ApiProperty({ type: AuditTargetResponse, nullable: true })
  target: AuditTargetResponse | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  merchant_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  merchant_name: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'What else there is to know of the action.',
  })
  details: Record<string, unknown>;

  @ApiProperty({ description: 'The seal of this entry and of all before it, in hexadecimal.' })
  mac: string;
}

export function toAuditEntryResponse(
  entry: AuditEntry,
  names: ReadonlyMap<string, TargetName>,
): AuditEntryResponse {
  const { targetType, targetId } = entry;
  const target = nameOf(entry, names);
  return {
    sequence: entry.sequence,
    at: iso(entry.at),
    action: entry.action,
    actor: { kind: entry.actorKind, id: entry.actorId, email: entry.actorEmail },
    target:
      targetType === null || targetId === null
        ? null
        : {
            type: targetType,
            id: targetId,
            name: target?.name ?? null,
            submerchant_id: target?.submerchantId ?? null,
          },
    merchant_id: entry.merchantId,
    merchant_name: names.get(keyOf('merchant', entry.merchantId))?.name ?? null,
    details: JSON.parse(entry.details) as Record<string, unknown>,
    mac: entry.mac.toString('hex'),
  };
}

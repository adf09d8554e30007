import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../../common';
import { eventCatalogue } from '../../common/events';
import { WEB_ADDRESS } from '../../common/validation';
import { type EndpointStatus, SETTABLE_STATUSES } from '../endpoint.transitions';
import {
  isPreviousFirst,
  PAUSED_REASONS,
  type PausedReason,
  type PostbackEndpoint,
  previousSecretUntil,
  SIGN_WITH,
  type SignWith,
} from './postback-endpoint.entity';

/** How well an endpoint answers (contract §7, Breaker). */
export class EndpointHealthResponse {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The first failed attempt since the last that succeeded; null when the last one did.',
  })
  failing_since: string | null;

  @ApiProperty({ type: 'integer', description: 'How many attempts have failed since then.' })
  failed_attempts: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'After 5 failures in a row the endpoint is asked with one delivery at most every 30 seconds, then 5 and 15 minutes, until one succeeds: not before this moment. Null otherwise, and while it is paused.',
  })
  next_probe_at: string | null;
}

/** A webhook endpoint as the API shows it: never with its secret. */
export class EndpointResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: WEB_ADDRESS, description: 'Address that receives notifications.' })
  url: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: eventCatalogue.selectors as string[] },
    description: 'Subscribed event kinds, prefixes such as charge.*, or *.',
  })
  events: string[];

  @ApiProperty({ enum: SETTABLE_STATUSES })
  status: EndpointStatus;

  @ApiProperty({
    enum: PAUSED_REASONS,
    nullable: true,
    description: 'Why it is paused: manual, gone (it answered 410) or failing; null while active.',
  })
  paused_reason: PausedReason | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Until then notifications are signed with the previous secret as well; null when that is over.',
  })
  previous_secret_expires_at: string | null;

  @ApiProperty({
    enum: SIGN_WITH,
    description:
      'Which secret X-Service-Signature is made with: previous until previous_secret_expires_at at most.',
  })
  sign_with: SignWith;

  @ApiProperty({ type: EndpointHealthResponse })
  health: EndpointHealthResponse;

  @ApiProperty({ type: 'integer', description: 'Grows with every change, of health too; for If-Match.' })
  version: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** The answer to the creation: the one place that shows the secret beside its endpoint. */
export class CreatedEndpointResponse extends EndpointResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'whsec_…, shown this once; null when the answer is replayed by its Idempotency-Key.',
  })
  secret: string | null;
}

export class RegeneratedSecretResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The new secret, shown this once; null when the answer is replayed by its Idempotency-Key.',
  })
  secret: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until then the previous secret signs too; null when it ended at once.',
  })
  previous_secret_expires_at: string | null;
}

/** As it is at this moment: nothing is written when the overlap of two secrets ends. */
export function toEndpointResponse(endpoint: PostbackEndpoint, now: Date): EndpointResponse {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    status: endpoint.status,
    paused_reason: endpoint.pausedReason,
    previous_secret_expires_at: isoOrNull(previousSecretUntil(endpoint, now)),
    sign_with: isPreviousFirst(endpoint, now) ? 'previous' : 'new',
    health: toEndpointHealthResponse(endpoint),
    version: endpoint.version,
    created_at: iso(endpoint.createdAt),
    updated_at: iso(endpoint.updatedAt),
  };
}

/** What toEndpointHealthResponse reads. */
export type EndpointAccount = Pick<
  PostbackEndpoint,
  'status' | 'failingSince' | 'failedAttempts' | 'breakerOpenUntil'
>;

export function toEndpointHealthResponse(endpoint: EndpointAccount): EndpointHealthResponse {
  return {
    failing_since: isoOrNull(endpoint.failingSince),
    failed_attempts: endpoint.failedAttempts,
    next_probe_at: endpoint.status === 'active' ? isoOrNull(endpoint.breakerOpenUntil) : null,
  };
}

export function toCreatedEndpointResponse(
  endpoint: PostbackEndpoint,
  secret: string,
): CreatedEndpointResponse {
  return Object.assign(toEndpointResponse(endpoint, endpoint.createdAt), { secret });
}

export function toRegeneratedSecretResponse(
  endpoint: PostbackEndpoint,
  secret: string,
): RegeneratedSecretResponse {
  return {
    id: endpoint.id,
    secret,
    previous_secret_expires_at: isoOrNull(endpoint.previousSecretExpiresAt),
  };
}

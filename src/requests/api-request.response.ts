import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../common';
import type { ApiRequest } from './api-request.entity';

export class ApiRequestResponse {
  @ApiProperty({ description: 'As the answer carried it in X-Request-Id.' }) id: string;

  @ApiProperty({ format: 'date-time' }) at: string;

  @ApiProperty({ example: 'POST' }) method: string;

  @ApiProperty({
    example: '/v1/charges/{id}/refund',
    description: 'The pattern of the path; `unknown` where there is none.',
  })
  route: string;

  @ApiProperty({ type: 'integer', example: 201 }) status: number;

  @ApiProperty({ type: 'integer', description: 'In milliseconds.' }) duration: number;

  @ApiProperty({ type: String, nullable: true, description: 'The code of a failure.' })
  error: string | null;
}

/** A request as its merchant sees it. */
export function toApiRequestResponse(request: ApiRequest): ApiRequestResponse {
  return {
    id: request.requestId,
    at: iso(request.at),
    method: request.method,
    route: request.route,
    status: request.status,
    duration: request.durationMs,
    error: request.error,
  };
}

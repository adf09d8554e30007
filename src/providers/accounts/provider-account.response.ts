import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../../common';
import { CAPABILITIES, PAYMENT_CAPABILITIES, PROVIDER_MODES } from '../provider.port';
import type { ProviderAccount } from './provider-account.entity';
import { ACCOUNT_STATUSES } from './provider-account.transitions';

/** An account at a provider, as operators see it: its credentials are shown to nobody. */
export class ProviderAccountResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: "null: the platform's." })
  merchant_id: string | null;

  @ApiProperty({ enum: PROVIDER_MODES })
  mode: string;

  @ApiProperty({ description: 'Name of the adapter.', example: 'sandbox' })
  adapter: string;

  @ApiProperty({ enum: PAYMENT_CAPABILITIES, isArray: true, description: 'What it is used for.' })
  methods: string[];

  @ApiProperty({ enum: CAPABILITIES, isArray: true, description: 'What its adapter could serve.' })
  capabilities: string[];

  @ApiProperty({ description: 'Whether credentials are kept for it.' })
  has_credentials: boolean;

  @ApiProperty({ enum: ACCOUNT_STATUSES, description: 'disabled: it takes nothing new.' })
  status: string;

  @ApiProperty({ description: 'Where the provider sends its notifications.' })
  notification_url: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  disabled_at: string | null;
}

export function toProviderAccountResponse(
  account: ProviderAccount,
  capabilities: readonly string[],
  publicUrl: string,
): ProviderAccountResponse {
  return {
    id: account.id,
    merchant_id: account.merchantId,
    mode: account.mode,
    adapter: account.adapter,
    methods: [...account.methods],
    capabilities: [...capabilities],
    has_credentials: account.credentialsBox !== null,
    status: account.status,
    notification_url: `${publicUrl}/providers/${account.id}/notifications`,
    created_at: iso(account.createdAt),
    disabled_at: isoOrNull(account.disabledAt),
  };
}

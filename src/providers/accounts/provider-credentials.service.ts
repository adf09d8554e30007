import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/crypto';
import type { AccountAccess } from '../provider.port';

export type ProviderCredentials = Readonly<Record<string, string>>;

/** Seals the credentials of an account for its row, and opens them. */
@Injectable()
export class ProviderCredentialsService {
  constructor(private readonly box: SecretBox) {}

  get newestPrefix(): string {
    return this.box.newestPrefix;
  }

  seal(accountId: string, credentials: ProviderCredentials): string {
    return this.box.seal(JSON.stringify(credentials), boundTo(accountId));
  }

  /** Throws when no key of the ring opens it. */
  open(accountId: string, box: string | null): AccountAccess['credentials'] {
    return box === null ? null : (JSON.parse(this.box.open(box, boundTo(accountId))) as ProviderCredentials);
  }
}

function boundTo(accountId: string): string {
  return `provider_accounts ${accountId}`;
}

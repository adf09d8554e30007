import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { AuditActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { type Tx, TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { daysAfter } from '../authentication/key-pair';
import { type MerchantMode, type Scope, DEFAULT_SCOPES } from '../identity';
import { ApiKeyRepository } from './api-key.repository';
import { toKeyPairResponse } from './api-key.response';
import { ApiKeyService, type IssuedApiKey } from './api-key.service';

export interface ApiKeyOptions {
  /** Default those of the merchant's mode. */
  readonly scopes?: readonly Scope[];
  /** Default never. */
  readonly expiresInDays?: number;
}

/** Issues one more key pair to a merchant. */
@Injectable()
export class IssueApiKeyUseCase {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly issuing: ApiKeyService,
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** Throws MERCHANT_NOT_FOUND. */
  execute(merchantId: string, options: ApiKeyOptions, actor: AuditActor): Promise<IssuedApiKey>;
  /** For a request: once per Idempotency-Key, and the secret in the first answer alone. Throws NOT_FOUND. */
  execute(
    merchantId: string,
    options: ApiKeyOptions,
    actor: AuditActor,
    key: IdempotencyRequest,
  ): Promise<Reply>;
  async execute(
    merchantId: string,
    options: ApiKeyOptions,
    actor: AuditActor,
    key?: IdempotencyRequest,
  ): Promise<IssuedApiKey | Reply> {
    const mode = await this.keys.findMode(merchantId);
    if (mode === null) throw key === undefined ? authErrors.MERCHANT_NOT_FOUND() : commonErrors.NOT_FOUND();
    if (key === undefined)
      return this.transactions.run((tx) => this.issue(tx, merchantId, mode, options, actor));
    return this.idempotency.run(key, async (tx) => {
      const pair = await this.issue(tx, merchantId, mode, options, actor);
      const shown = toKeyPairResponse({ ...pair, revokedAt: null, lastUsedAt: null });
      const answer = Object.assign(shown, { secret_key: pair.secretKey });
      return created('Key pair issued.', answer).hiding('secret_key');
    });
  }

  private issue(
    tx: Tx,
    merchantId: string,
    mode: MerchantMode,
    { scopes = DEFAULT_SCOPES[mode], expiresInDays }: ApiKeyOptions,
    actor: AuditActor,
  ): Promise<IssuedApiKey> {
    const expiresAt = expiresInDays === undefined ? null : daysAfter(this.clock.now(), expiresInDays);
    return this.issuing.issue(tx, { merchantId, mode, scopes, expiresAt }, actor);
  }
}

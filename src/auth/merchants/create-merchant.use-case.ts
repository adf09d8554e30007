import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { maskedTaxId } from '../../common/validation';
import { type Tx, TxRunner } from '../../database';
import { ApiKeyService } from '../api-keys/api-key.service';
import type { IssuedKeyPair } from '../authentication/key-pair';
import { DEFAULT_SCOPES, type MerchantMode, type Scope } from '../identity';
import { Merchant } from './merchant.entity';
import { MerchantRepository } from './merchant.repository';
import { MerchantWallets } from './merchant-wallets.port';
import { assertMerchantTaxId } from './merchant-tax-id.rules';
import { toCreatedMerchantResponse } from './operator-merchant.response';

export interface NewMerchant {
  readonly name: string;
  readonly mode: MerchantMode;
  /** A CPF or a CNPJ, without mask. */
  readonly taxId?: string;
  /** Of the first key pair; default those of its mode. */
  readonly scopes?: readonly Scope[];
}

/** A merchant and its first key pair, whose secret is shown this once. */
export interface CreatedMerchant {
  readonly merchant: Merchant;
  readonly pair: IssuedKeyPair;
}

/** Makes a merchant and its first key pair, which never expires. */
@Injectable()
export class CreateMerchantUseCase {
  constructor(
    private readonly merchants: MerchantRepository,
    private readonly wallets: MerchantWallets,
    private readonly keys: ApiKeyService,
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  execute(input: NewMerchant, actor: AuditActor): Promise<CreatedMerchant>;
  /** For a request: once per Idempotency-Key, and the secret in the first answer alone. */
  execute(input: NewMerchant, actor: AuditActor, key: IdempotencyRequest): Promise<Reply>;
  execute(input: NewMerchant, actor: AuditActor, key?: IdempotencyRequest): Promise<CreatedMerchant | Reply> {
    if (key === undefined) return this.transactions.run((tx) => this.create(tx, input, actor));
    return this.idempotency.run(key, async (tx) => {
      const { merchant, pair } = await this.create(tx, input, actor);
      return created('Merchant created.', toCreatedMerchantResponse(merchant, pair)).hiding('secret_key');
    });
  }

  private async create(tx: Tx, input: NewMerchant, actor: AuditActor): Promise<CreatedMerchant> {
    const id = this.ids.next();
    const { name, mode, scopes = DEFAULT_SCOPES[input.mode], taxId = null } = input;
    if (taxId !== null) assertMerchantTaxId(mode, taxId);
    const merchant = Object.assign(new Merchant(), {
      id,
      name,
      mode,
      taxId,
      limitTransactions: null,
      limitQueries: null,
      limitDefault: null,
      coolingOffHours: null,
      searchText: searchText(name, id),
      createdAt: this.clock.now(),
    });
    await this.merchants.insert(tx, merchant);
    await this.wallets.followMerchant(tx, merchant);
    await this.audit.append(tx, {
      action: 'merchant.created',
      actor,
      target: { type: 'merchant', id },
      merchantId: id,
      details: { name, mode, ...(taxId === null ? {} : { tax_id: maskedTaxId(taxId) }) },
    });
    const pair = await this.keys.issue(tx, { merchantId: id, mode, scopes, expiresAt: null }, actor);
    return { merchant, pair };
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { validationFailed } from '../../common/errors';
import { TxRunner } from '../../database';
import { AdaptersService } from '../adapters.service';
import type { PaymentCapability, ProviderMode } from '../provider.port';
import type { ProviderAccount } from './provider-account.entity';
import { ProviderAccountRepository } from './provider-account.repository';
import { providerAccountTransitions } from './provider-account.transitions';
import { type ProviderCredentials, ProviderCredentialsService } from './provider-credentials.service';

export interface NewProviderAccount {
  /** Null: the platform's. */
  readonly merchantId: string | null;
  /** A merchant's account has the merchant's own mode. */
  readonly mode: ProviderMode;
  readonly adapter: string;
  readonly methods: readonly PaymentCapability[];
  readonly credentials: ProviderCredentials | null;
}

/** Adds an account at an institution. From its second on, the newest that serves a method is the one in use. */
@Injectable()
export class AddProviderAccountUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly accounts: ProviderAccountRepository,
    private readonly adapters: AdaptersService,
    private readonly credentials: ProviderCredentialsService,
    private readonly audit: AuditLog,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Throws VALIDATION_FAILED for an adapter that there is not, or a method that it does not serve. */
  async execute(input: NewProviderAccount, actor: AuditActor): Promise<ProviderAccount> {
    this.assertServed(input);
    const id = this.ids.next();
    const account: ProviderAccount = {
      id,
      merchantId: input.merchantId,
      mode: input.mode,
      adapter: input.adapter,
      methods: [...new Set(input.methods)],
      credentialsBox: input.credentials === null ? null : this.credentials.seal(id, input.credentials),
      status: providerAccountTransitions.next(null, 'add'),
      createdAt: this.clock.now(),
      disabledAt: null,
    };
    await this.transactions.run(async (tx) => {
      await this.accounts.insert(tx, account);
      const { mode, adapter, methods } = account;
      await this.audit.append(tx, {
        action: 'provider_account.added',
        actor,
        target: { type: 'provider_account', id },
        ...(account.merchantId === null ? {} : { merchantId: account.merchantId }),
        details: { adapter, mode, methods },
      });
    });
    return account;
  }

  private assertServed({ adapter: name, methods }: NewProviderAccount): void {
    const adapter = this.adapters.find(name);
    if (adapter === null) {
      const known = this.adapters.all.map((one) => one.name).join(', ');
      throw validationFailed([
        { field: 'adapter', code: 'unknown_adapter', message: `must be one of ${known}` },
      ]);
    }
    const unserved = methods.filter((method) => !adapter.capabilities.includes(method));
    if (methods.length > 0 && unserved.length === 0) return;
    const served = adapter.capabilities.join(', ');
    throw validationFailed([
      { field: 'methods', code: 'not_served', message: `must be some of what ${name} serves: ${served}` },
    ]);
  }
}

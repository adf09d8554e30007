import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { TxRunner } from '../../database';
import type { ProviderAccount } from './provider-account.entity';
import { ProviderAccountRepository } from './provider-account.repository';
import { providerAccountTransitions } from './provider-account.transitions';

/** Lets an account take nothing new. What was made with it goes on: its calls, and what the institution tells. */
@Injectable()
export class DisableProviderAccountUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly accounts: ProviderAccountRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND; one that is disabled already stays as it is. */
  async execute(id: string, actor: AuditActor): Promise<ProviderAccount> {
    return this.transactions.run(async (tx) => {
      const account = await this.accounts.lock(tx, id);
      if (account === null) throw commonErrors.NOT_FOUND({ message: 'There is no such provider account.' });
      if (!providerAccountTransitions.allows(account.status, 'disable')) return account;
      account.status = providerAccountTransitions.next(account.status, 'disable');
      account.disabledAt = this.clock.now();
      await this.accounts.update(tx, account);
      await this.audit.append(tx, {
        action: 'provider_account.disabled',
        actor,
        target: { type: 'provider_account', id },
        ...(account.merchantId === null ? {} : { merchantId: account.merchantId }),
        details: { adapter: account.adapter, mode: account.mode, methods: account.methods },
      });
      return account;
    });
  }
}

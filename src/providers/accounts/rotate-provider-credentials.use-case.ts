import { Injectable } from '@nestjs/common';
import type { RotationResult, SecretRotation } from '../../common/crypto';
import { TxRunner } from '../../database';
import type { ProviderAccount } from './provider-account.entity';
import { ProviderAccountRepository } from './provider-account.repository';
import { ProviderCredentialsService } from './provider-credentials.service';

const ROWS_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Encrypts the credentials of accounts anew with the newest key, so that the older ones can leave the ring. */
@Injectable()
export class RotateProviderCredentialsUseCase implements SecretRotation {
  constructor(
    private readonly transactions: TxRunner,
    private readonly accounts: ProviderAccountRepository,
    private readonly credentials: ProviderCredentialsService,
  ) {}

  /** Goes through all of them a few at a time, beside the running service. Done again it finds nothing to do. */
  async execute(): Promise<RotationResult> {
    const failed: string[] = [];
    let rotated = 0;
    let after = FIRST_ID;
    for (;;) {
      const batch = await this.transactions.run(async (tx) => {
        const { newestPrefix } = this.credentials;
        const found = await this.accounts.lockSealedOtherwise(tx, after, newestPrefix, ROWS_AT_ONCE);
        const sealed = found.filter((account) => this.sealAnew(account));
        for (const account of sealed) await this.accounts.update(tx, account);
        return { found, sealed };
      });
      rotated += batch.sealed.length;
      failed.push(...batch.found.filter((one) => !batch.sealed.includes(one)).map(({ id }) => id));
      const last = batch.found.at(-1);
      if (last === undefined) return { rotated, failed };
      after = last.id;
    }
  }

  private sealAnew(account: ProviderAccount): boolean {
    try {
      const credentials = this.credentials.open(account.id, account.credentialsBox);
      if (credentials !== null) account.credentialsBox = this.credentials.seal(account.id, credentials);
      return true;
    } catch {
      return false;
    }
  }
}

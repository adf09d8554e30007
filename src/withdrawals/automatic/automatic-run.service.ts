import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { CodedError } from '../../common/errors';
import { MAX_CENTS } from '../../common/validation';
import type { Tx } from '../../database';
import type { OpenAccount } from '../../providers';
import {
  type AutomaticRun,
  type KeptAutomatic,
  AutomaticWithdrawalsService,
  type FundedWallet,
  RUN_REFUSALS,
} from '../../wallets';
import { NewWithdrawalService } from '../create/new-withdrawal.service';

/** Carries out one automatic withdrawal, and keeps what came of it for its merchant to see. */
@Injectable()
export class AutomaticRunService {
  constructor(
    private readonly making: NewWithdrawalService,
    private readonly automatic: AutomaticWithdrawalsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Of a held wallet. Refused for what it is: nothing leaves, and that is noted. */
  async run(
    tx: Tx,
    wallet: FundedWallet,
    automatic: KeptAutomatic,
    run: Pick<AutomaticRun, 'day' | 'source'>,
    account: OpenAccount | null,
  ): Promise<void> {
    const came = await this.withdraw(tx, wallet, automatic, account);
    const at = this.clock.now();
    await this.automatic.noteRun(tx, automatic, { id: this.ids.next(), at, ...run, ...came });
  }

  private async withdraw(
    tx: Tx,
    wallet: FundedWallet,
    { minimumCents, retainCents, destinationId }: KeptAutomatic,
    account: OpenAccount | null,
  ): Promise<Pick<AutomaticRun, 'outcome' | 'withdrawalId' | 'code'>> {
    try {
      const record = await this.making.create(tx, wallet, {
        ...{ mode: wallet.isLive ? 'live' : 'test', account, destinationId },
        // What is more than one withdrawal may be waits for the next run: refused whole, it would never leave again.
        amountOf: ({ mostCents, limitCents }) => {
          const amountCents = mostCents - retainCents;
          return amountCents < minimumCents
            ? null
            : Math.min(amountCents, MAX_CENTS, limitCents ?? MAX_CENTS);
        },
        ...{ source: 'automatic', externalId: null, description: null },
      });
      if (record === null) return { outcome: 'nothing_to_send', withdrawalId: null, code: null };
      return { outcome: 'withdrawn', withdrawalId: record.withdrawal.id, code: null };
    } catch (error) {
      // It is refused before anything is written: the transaction goes on.
      const code = RUN_REFUSALS.find((one) => error instanceof CodedError && error.code === one);
      if (code === undefined) throw error;
      return { outcome: 'refused', withdrawalId: null, code };
    }
  }
}

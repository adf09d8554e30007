import { Injectable } from '@nestjs/common';
import { TxRunner } from '../../database';
import { type CallPool, ProviderCallRepository } from './provider-call.repository';
import type { ProviderCallRecord } from './provider-call.types';

/** What somebody has places for: so many calls of a pool, and none of these accounts. */
export interface WantedCalls {
  readonly pool: CallPool;
  readonly limit: number;
  readonly exceptAccounts: readonly string[];
}

/** Takes calls that are due and nobody makes. Whoever has one is the only one, until its lease ends. */
@Injectable()
export class ClaimProviderCallsUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly calls: ProviderCallRepository,
  ) {}

  /** For each wish its calls, the longest due first. Mostly there are none: one statement says so. */
  async execute(wanted: readonly WantedCalls[]): Promise<ProviderCallRecord[][]> {
    if (!(await this.transactions.runStatement((tx) => this.calls.hasDue(tx)))) return wanted.map(() => []);
    return this.transactions.run(async (tx) => {
      const claimed: ProviderCallRecord[][] = [];
      for (const { pool, limit, exceptAccounts } of wanted) {
        claimed.push(limit > 0 ? await this.calls.claimDue(tx, pool, exceptAccounts, limit) : []);
      }
      return claimed;
    });
  }
}

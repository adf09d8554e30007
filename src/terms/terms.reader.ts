import { Injectable } from '@nestjs/common';
import { type MerchantMode, MerchantReader } from '../auth';
import { Clock } from '../common';
import { validationFailed } from '../common/errors';
import type { Reading } from '../database';
import { TermRepository } from './term.repository';
import { inForce } from './terms.rules';
import type { Term } from './terms.types';

/** Whose terms: a merchant's, or those of whoever agreed on nothing in a mode. */
export interface TermsOf {
  readonly merchantId: string | null;
  readonly mode: MerchantMode;
}

/** Terms in force, and those to come. */
@Injectable()
export class TermsReader {
  constructor(
    private readonly terms: TermRepository,
    private readonly merchants: MerchantReader,
    private readonly clock: Clock,
  ) {}

  /** In force at a moment, now by default. What was in force then never changes, so it is what a charge of then goes by. */
  async listInForce(
    { merchantId, mode }: TermsOf,
    at = this.clock.now(),
    reading?: Reading,
  ): Promise<readonly Term[]> {
    const [terms = []] = await this.listEachInForce([{ merchantId, mode, at }], reading);
    return terms;
  }

  /** As listInForce, for each that is asked for. */
  async listEachInForce(
    asked: readonly (TermsOf & { readonly at: Date })[],
    reading?: Reading,
  ): Promise<readonly (readonly Term[])[]> {
    const begun = await this.terms.listBegun(asked, reading);
    return asked.map(({ mode }, index) => inForce(begun[index] ?? [], mode));
  }

  /** The merchant's own and the platform's that begin later, the next first. */
  async listUpcoming({ merchantId }: TermsOf): Promise<readonly Term[]> {
    return this.terms.listUpcoming(merchantId, this.clock.now());
  }

  /**
   * Whose terms an id names; without one those of whoever agreed on nothing, in live mode unless it says otherwise.
   * Throws VALIDATION_FAILED for an id that nobody has.
   */
  async getOwner(merchantId: string | undefined, mode: MerchantMode = 'live'): Promise<TermsOf> {
    if (merchantId === undefined) return { merchantId: null, mode };
    const merchant = (await this.merchants.findMany([merchantId])).get(merchantId);
    if (merchant !== undefined) return { merchantId, mode: merchant.mode };
    throw validationFailed([
      { field: 'merchant_id', code: 'unknown_merchant', message: 'must be the id of a merchant' },
    ]);
  }
}

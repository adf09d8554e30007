import { Injectable } from '@nestjs/common';
import { Clock, iso, MINUTE_MS } from '../../common';
import type { CodedError } from '../../common/errors';
import { ahead, type Reading, type Tx } from '../../database';
import type { CaseKey } from '../case-key';
import { reviewErrors } from '../review.errors';
import { CaseClaimRepository, type ClaimSpan, type WorkOnCase } from './case-claim.repository';
import type { LiveClaim } from './claim.response';

/** Contract §8: a claim lives so long without a request of its holder on the case. */
const IDLE_MS = 30 * MINUTE_MS;

/** Who works on which case (contract §8): at most one operator at a time, for 30 idle minutes. */
@Injectable()
export class ClaimService {
  constructor(
    private readonly claims: CaseClaimRepository,
    private readonly clock: Clock,
  ) {}

  /** The claims that these operators hold on the cases live on; nothing happens when they hold none. */
  async renew(tx: Tx, worked: readonly WorkOnCase[]): Promise<void> {
    await this.claims.renew(tx, worked, this.span());
  }

  /**
   * The locked case is this operator's from now on; true when it was not before. Throws CASE_CLAIMED, which says who
   * holds it.
   */
  async take(tx: Tx, key: CaseKey, operatorId: string): Promise<boolean> {
    const span = this.span();
    const taken = await this.claims.take(tx, key, operatorId, span);
    if (taken !== null) return taken;
    throw caseClaimed((await this.claims.listLive([key], span.now, tx)).get(key.id));
  }

  /** Gives the locked case back; true when this operator held it. Throws CASE_CLAIMED when another does. */
  async release(tx: Tx, key: CaseKey, operatorId: string): Promise<boolean> {
    const claim = await this.find(tx, key);
    if (claim === null) return false;
    if (claim.operatorId !== operatorId) throw caseClaimed(claim);
    await this.end(tx, key);
    return true;
  }

  /** What was to be done is done. */
  async end(tx: Tx, ...cases: readonly CaseKey[]): Promise<void> {
    await ahead(tx, () => this.claims.delete(tx, cases));
  }

  /** Which of these locked cases another than this operator holds. */
  async listHeldByOthers(
    tx: Tx,
    own: readonly { readonly submerchant: CaseKey; readonly operatorId: string }[],
  ): Promise<ReadonlySet<string>> {
    const cases = own.map(({ submerchant }) => submerchant);
    const live = await this.claims.listLive(cases, this.clock.now(), tx);
    const held = own.filter(({ submerchant: { id }, operatorId }) => {
      const claim = live.get(id);
      return claim !== undefined && claim.operatorId !== operatorId;
    });
    return new Set(held.map(({ submerchant }) => submerchant.id));
  }

  /** Ends the claim of the locked case when nothing waits for an operator any more. */
  async endIfDone(tx: Tx, key: CaseKey): Promise<void> {
    if (!(await this.claims.isWaiting(tx, key))) await this.end(tx, key);
  }

  async isWaiting(tx: Tx, key: CaseKey): Promise<boolean> {
    return this.claims.isWaiting(tx, key);
  }

  /** The claim in force. */
  async find(reading: Reading, key: CaseKey): Promise<LiveClaim | null> {
    return (await this.claims.listLive([key], this.clock.now(), reading)).get(key.id) ?? null;
  }

  private span(): ClaimSpan {
    const now = this.clock.now();
    return { now, until: new Date(now.getTime() + IDLE_MS) };
  }
}

/** The claim was read at the moment that was decided by: every claim is made and ended under the lock of the case. */
function caseClaimed(claim: LiveClaim | undefined): CodedError {
  if (claim === undefined) throw new Error('a case that is held has a holder');
  const until = iso(claim.expiresAt);
  return reviewErrors.CASE_CLAIMED({
    message: `${claim.email} works on this case, until ${until} at least.`,
    data: { operator: claim.email, expires_at: until },
    details: [
      { field: 'operator', code: 'claimed_by', message: claim.email },
      { field: 'expires_at', code: 'claimed_until', message: until },
    ],
  });
}

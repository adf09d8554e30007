import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { OperatorRecord } from '../../auth';
import { Clock, iso, MINUTE_MS } from '../../common';
import type { CodedError } from '../../common/errors';
import type { Tx } from '../../database';
import type { Submerchant } from '../../submerchants';
import { reviewErrors } from '../review.errors';
import { CaseClaim } from './case-claim.entity';
import type { LiveClaim } from './claim.response';

/** Contract §8: a claim lives so long without a request of its holder on the case. */
const IDLE_MS = 30 * MINUTE_MS;

/** Takes a free case, or one whose claim is over; keeps a claim of one's own. Answers nothing when another holds it. */
const TAKE = `
  INSERT INTO case_claims AS claim (submerchant_id, operator_id, claimed_at, expires_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (submerchant_id) DO UPDATE SET
    operator_id = excluded.operator_id,
    claimed_at = CASE WHEN claim.operator_id = excluded.operator_id AND claim.expires_at > excluded.claimed_at
      THEN claim.claimed_at ELSE excluded.claimed_at END,
    expires_at = greatest(claim.expires_at, excluded.expires_at)
  WHERE claim.operator_id = excluded.operator_id OR claim.expires_at <= excluded.claimed_at
  RETURNING claim.claimed_at = $3 AS taken`;

/** Who works on which case (contract §8): at most one operator at a time, for 30 idle minutes. */
@Injectable()
export class CaseClaims {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * A request of an operator on a case: a claim of theirs lives on, whatever becomes of the request. Nothing happens
   * when they hold none.
   */
  async renew(submerchantId: string, operatorId: string): Promise<void> {
    const { now, until } = this.span();
    await this.dataSource.manager.update(
      CaseClaim,
      { submerchantId, operatorId, expiresAt: MoreThan(now) },
      { expiresAt: until },
    );
  }

  /**
   * The locked case is this operator's from now on; true when it was not before. Throws CASE_CLAIMED, which says who
   * holds it.
   */
  async take(tx: Tx, { id }: Submerchant, operatorId: string): Promise<boolean> {
    const { now, until } = this.span();
    const [claim]: { taken: boolean }[] = await tx.query(TAKE, [id, operatorId, now, until]);
    if (claim !== undefined) return claim.taken;
    throw await heldByAnother(tx, id, now);
  }

  /** Gives the locked case back; true when this operator held it. Throws CASE_CLAIMED when another does. */
  async release(tx: Tx, { id }: Submerchant, operatorId: string): Promise<boolean> {
    const now = this.clock.now();
    const claim = (await liveClaims(tx, [id], now)).get(id);
    if (claim === undefined) return false;
    if (claim.operatorId !== operatorId) throw await heldByAnother(tx, id, now);
    await this.end(tx, id);
    return true;
  }

  /** What was to be done is done. */
  async end(tx: Tx, submerchantId: string): Promise<void> {
    await tx.delete(CaseClaim, { submerchantId });
  }

  /** The claims in force, by case. */
  async find(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, LiveClaim>> {
    return liveClaims(manager, ids, this.clock.now());
  }

  private span(): { readonly now: Date; readonly until: Date } {
    const now = this.clock.now();
    return { now, until: new Date(now.getTime() + IDLE_MS) };
  }
}

async function liveClaims(
  manager: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, LiveClaim>> {
  if (ids.length === 0) return new Map();
  const rows: (LiveClaim & { id: string })[] = await manager
    .createQueryBuilder(CaseClaim, 'claim')
    .innerJoin(OperatorRecord, 'operator', 'operator.id = claim.operatorId')
    .where('claim.submerchantId IN (:...ids)', { ids })
    .andWhere('claim.expiresAt > :now', { now })
    .select('claim.submerchantId', 'id')
    .addSelect('claim.operatorId', 'operatorId')
    .addSelect('operator.email', 'email')
    .addSelect('claim.claimedAt', 'claimedAt')
    .addSelect('claim.expiresAt', 'expiresAt')
    .getRawMany();
  return new Map(rows.map(({ id, ...claim }) => [id, claim]));
}

/** Read at the moment that was decided by: every claim is made and ended under the lock of the case, so it is there. */
async function heldByAnother(tx: Tx, submerchantId: string, now: Date): Promise<CodedError> {
  const claim = (await liveClaims(tx, [submerchantId], now)).get(submerchantId);
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

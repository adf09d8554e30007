import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { iso, HOUR_MS } from '../../common';
import { AppConfig } from '../../config';
import { type Submerchant, SubmerchantReader } from '../../submerchants';
import { QueuedCase } from '../cases/queued-case.entity';
import { CaseClaims } from '../claims/case-claims';
import { type ClaimResponse, toClaimResponse } from '../claims/claim.response';
import { type AwaitingSecondResponse, toAwaitingSecondResponse } from '../four-eyes/awaiting-second.response';
import { FourEyes } from '../four-eyes/four-eyes';
import { maskedTaxId } from '../../common/validation';
import type { CaseResponse } from './case.response';

/** Who is at work on a case, and what waits for a second operator. */
interface CaseStanding {
  readonly claim: ClaimResponse | null;
  readonly awaiting_second: AwaitingSecondResponse | null;
}

/** Answers cases to operators. */
@Injectable()
export class CaseResponses {
  constructor(
    private readonly reader: SubmerchantReader,
    private readonly claims: CaseClaims,
    private readonly fourEyes: FourEyes,
    private readonly config: AppConfig,
  ) {}

  /** As the manager's transaction sees it, for the operator of this id. */
  async respond(manager: EntityManager, submerchant: Submerchant, viewerId: string): Promise<CaseResponse> {
    const { id } = submerchant;
    const queued = await manager.findOneBy(QueuedCase, { id });
    const [standing] = await this.standings(manager, [id], viewerId);
    return Object.assign(await this.reader.respond(submerchant, manager), {
      tax_id: maskedTaxId(submerchant.taxId),
      rejection: submerchant.rejection,
      due_at: queued === null ? null : this.dueAt(queued.waitingSince),
      ...(standing ?? { claim: null, awaiting_second: null }),
    });
  }

  /** In the order of the ids. */
  async standings(manager: EntityManager, ids: readonly string[], viewerId: string): Promise<CaseStanding[]> {
    const claims = await this.claims.find(manager, ids);
    const firsts = await this.fourEyes.findAll(manager, ids);
    return ids.map((id) => {
      const [claim, first] = [claims.get(id), firsts.get(id)];
      return {
        claim: claim === undefined ? null : toClaimResponse(claim, viewerId),
        awaiting_second: first === undefined ? null : toAwaitingSecondResponse(first, viewerId),
      };
    });
  }

  /** Until when a case should be decided that waits since then. */
  dueAt(waitingSince: Date): string {
    return iso(new Date(waitingSince.getTime() + this.config.review.dueHours * HOUR_MS));
  }
}

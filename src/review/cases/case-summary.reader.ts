import { type Reading, together } from '../../database';
import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, iso } from '../../common';
import { AppConfig } from '../../config';
import { type Submerchant, SubmerchantReader, type SubmerchantResponse } from '../../submerchants';
import type { CaseKey } from '../case-key';
import { CaseClaimRepository } from '../claims/case-claim.repository';
import { type ClaimResponse, toClaimResponse } from '../claims/claim.response';
import { type AwaitingSecondResponse, toAwaitingSecondResponse } from '../four-eyes/awaiting-second.response';
import { FirstDecisionRepository } from '../four-eyes/first-decision.repository';
import { FourEyesService } from '../four-eyes/four-eyes.service';
import { maskedTaxId } from '../../common/validation';
import { CaseRepository } from './case.repository';
import type { CaseResponse } from './case.response';

/** Who is at work on a case, and what waits for a second operator. */
interface CaseStanding {
  readonly claim: ClaimResponse | null;
  readonly awaiting_second: AwaitingSecondResponse | null;
}

/** The record of a case as operators see it: the answer to every decision, and the head of its details. */
@Injectable()
export class CaseSummaryReader {
  constructor(
    private readonly cases: CaseRepository,
    private readonly submerchants: SubmerchantReader,
    private readonly claims: CaseClaimRepository,
    private readonly firstDecisions: FirstDecisionRepository,
    private readonly fourEyes: FourEyesService,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** As the transaction sees it, for the operator of this id. */
  async get(reading: Reading, submerchant: Submerchant, viewerId: string): Promise<CaseResponse> {
    const [waitingSince, [standing], response] = await together(reading, [
      () => this.cases.findWaitingSince(reading, submerchant),
      () => this.listStandings([submerchant], viewerId, reading),
      () => this.submerchants.respond(submerchant, reading),
    ]);
    const due_at = waitingSince === null ? null : this.dueAt(waitingSince);
    return Object.assign(this.ofDone(submerchant, response), { due_at, ...standing });
  }

  /** Of a case that waits for nobody, with nobody at work on it. */
  ofDone({ taxId, rejection }: Submerchant, response: SubmerchantResponse): CaseResponse {
    const standing: CaseStanding = { claim: null, awaiting_second: null };
    return Object.assign(response, { tax_id: maskedTaxId(taxId), rejection, due_at: null, ...standing });
  }

  /** In the order of the cases. */
  async listStandings(
    cases: readonly CaseKey[],
    viewerId: string,
    reading?: Reading,
  ): Promise<CaseStanding[]> {
    const claims = await this.claims.listLive(cases, this.clock.now(), reading);
    const firsts = [...(await this.firstDecisions.list(cases, reading)).values()];
    const hindrances = await this.fourEyes.listHindrances(firsts, viewerId, reading);
    const awaiting = new Map(
      firsts.map((first, index) => [
        first.submerchantId,
        toAwaitingSecondResponse(first, hindrances[index] ?? null),
      ]),
    );
    return cases.map(({ id }) => {
      const claim = claims.get(id);
      return {
        claim: claim === undefined ? null : toClaimResponse(claim, viewerId),
        awaiting_second: awaiting.get(id) ?? null,
      };
    });
  }

  /** What waits since before this moment should have been decided by now. */
  lateSince(now: Date): Date {
    return new Date(now.getTime() - this.config.review.dueHours * HOUR_MS);
  }

  /** Until when a case should be decided that waits since then. */
  dueAt(waitingSince: Date): string {
    return iso(new Date(waitingSince.getTime() + this.config.review.dueHours * HOUR_MS));
  }
}

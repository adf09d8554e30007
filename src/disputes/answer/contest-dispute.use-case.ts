import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { disputeErrors } from '../dispute.errors';
import { DisputeRepository } from '../dispute.repository';
import { disputeTransitions } from '../dispute.transitions';
import { AnswerDisputeUseCase } from './answer-dispute.use-case';
import type { ContestDisputeBody } from './contest-dispute.body';

/** Speaks against a dispute, while its provider takes that. */
@Injectable()
export class ContestDisputeUseCase {
  constructor(
    private readonly answer: AnswerDisputeUseCase,
    private readonly disputes: DisputeRepository,
  ) {}

  async execute(
    merchant: MerchantIdentity,
    id: string,
    body: ContestDisputeBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.answer.execute(merchant, id, 'contest', key, async (tx, dispute, now) => {
      disputeTransitions.next(dispute.status, 'contest');
      if (dispute.respondBy !== null && now >= dispute.respondBy) throw disputeErrors.RESPONSE_TOO_LATE();
      const evidence = (body.evidence ?? []).map(({ name, file_url, mime_type }) => ({
        ...{ name, file_url, mime_type },
      }));
      await this.disputes.updateStatement(tx, dispute, { statement: body.statement, evidence });
    });
  }
}

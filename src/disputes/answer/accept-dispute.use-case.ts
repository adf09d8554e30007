import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { disputeTransitions } from '../dispute.transitions';
import { AnswerDisputeUseCase } from './answer-dispute.use-case';

/** Gives in: the dispute is lost. */
@Injectable()
export class AcceptDisputeUseCase {
  constructor(private readonly answer: AnswerDisputeUseCase) {}

  async execute(merchant: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.answer.execute(merchant, id, 'accept', key, (_tx, { status }) => {
      disputeTransitions.next(status, 'accept');
      return Promise.resolve();
    });
  }
}

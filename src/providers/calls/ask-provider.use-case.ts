import { Injectable } from '@nestjs/common';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { AnswerByProviderUseCase, type AnsweredSubject } from './answer-by-provider.use-case';
import { type BeginningCall, BeginProviderCallUseCase } from './begin-provider-call.use-case';

/**
 * Asks a provider for whoever waits for the answer: one transaction writes the call, then the provider is asked, then one writes the
 * outcome (contract §6, Provider calls).
 */
@Injectable()
export class AskProviderUseCase {
  constructor(
    private readonly beginCall: BeginProviderCallUseCase,
    private readonly answer: AnswerByProviderUseCase,
  ) {}

  /** Answers the outcome; 202 with the thing as it stands while there is none, to a repeat too. Throws PROVIDER_REFUSED. */
  async execute<Locked, Read>(
    key: IdempotencyRequest,
    asked: BeginningCall<Locked, Read> & AnsweredSubject<Locked>,
  ): Promise<Reply> {
    return this.answer.execute(key, await this.beginCall.execute(key, asked), asked);
  }
}

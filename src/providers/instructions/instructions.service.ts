import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import type { Tx } from '../../database';
import type { OpenAccount } from '../accounts/provider-accounts.service';
import type { IntentRef } from './provider-intent.entity';
import { ProviderIntentRepository } from './provider-intent.repository';

/** The second half of what ObtainInstructionsUseCase began: what was obtained finds its place. */
@Injectable()
export class InstructionsService {
  constructor(private readonly intents: ProviderIntentRepository) {}

  /** Part of the creating transaction: from now on the payment belongs to what it is for. */
  async keep(tx: Tx, { adapter }: OpenAccount, intent: IntentRef): Promise<void> {
    if (adapter.instructions === 'computed') return;
    if (!(await this.intents.keep(tx, intent))) throw unanswered();
  }
}

/** Nothing was created: whoever asked may try again. */
export function unanswered(cause?: unknown): Error {
  return commonErrors.UNAVAILABLE({
    message: 'The payment provider did not answer, and nothing was created. Try again shortly.',
    retryAfterSeconds: 5,
    cause,
  });
}

import { Injectable } from '@nestjs/common';
import { withTimeout } from '../common';
import { ProviderUnanswered } from './provider.port';

/** How long a provider has for its answer. */
@Injectable()
export class ProviderTimeoutService {
  /** Contract §6, Provider calls. */
  readonly timeoutMs: number = 10_000;

  /** Waits as long as the call may take, then throws ProviderUnanswered. The call itself may go on. */
  limit<T>(call: Promise<T>): Promise<T> {
    return withTimeout(call, this.timeoutMs, () => new ProviderUnanswered());
  }
}

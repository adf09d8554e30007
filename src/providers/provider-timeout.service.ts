import { Injectable } from '@nestjs/common';
import { ProviderUnanswered } from './provider.port';

/** How long a provider has for its answer. */
@Injectable()
export class ProviderTimeoutService {
  /** Contract §6, Provider calls. */
  readonly timeoutMs: number = 10_000;

  /** Waits as long as the call may take, then throws ProviderUnanswered. The call itself may go on. */
  async limit<T>(call: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ProviderUnanswered()), this.timeoutMs);
    });
    try {
      return await Promise.race([call, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

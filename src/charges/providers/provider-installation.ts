import type { Type } from '@nestjs/common';
import type { MerchantMode } from '../../auth';
import type { ScheduledTask } from '../../common/queue';
import type { PaymentProvider } from './provider.port';

/** What a provider's folder offers: the rest of the service knows no more of it than this. */
export interface ProviderInstallation {
  readonly adapter: Type<PaymentProvider>;
  /** Whose new charges it takes; existing charges stay with the provider that they were made with. */
  readonly serves: MerchantMode;
  /** Classes that the adapter is made of, in the API and the worker. */
  readonly services: readonly Type[];
  /** Where its notifications come in by HTTP. */
  readonly controllers: readonly Type[];
  /** What the worker does for it by the clock. */
  readonly tasks: readonly Type<ScheduledTask>[];
}

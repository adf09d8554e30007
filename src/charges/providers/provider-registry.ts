import { Inject, Injectable } from '@nestjs/common';
import type { MerchantMode } from '../../auth';
import { chargeErrors } from '../charge.errors';
import { INSTALLED_PROVIDERS } from './installed-providers';
import { PaymentProvider } from './provider.port';

/** The adapters, in the order of INSTALLED_PROVIDERS. */
export const ADAPTERS = Symbol('ADAPTERS');

/** Which provider serves whom. */
@Injectable()
export class ProviderRegistry {
  constructor(@Inject(ADAPTERS) private readonly adapters: readonly PaymentProvider[]) {}

  /** The provider of new charges; throws PROVIDER_NOT_CONFIGURED where there is none (contract §2). */
  forMode(mode: MerchantMode): PaymentProvider {
    const adapter = this.adapters[INSTALLED_PROVIDERS.findIndex(({ serves }) => serves === mode)];
    if (adapter === undefined) throw chargeErrors.PROVIDER_NOT_CONFIGURED();
    return adapter;
  }

  /** The provider that an existing charge was made with. */
  byName(name: string): PaymentProvider {
    const adapter = this.adapters.find((candidate) => candidate.name === name);
    if (adapter === undefined) throw new Error(`no provider is called ${name}`);
    return adapter;
  }
}

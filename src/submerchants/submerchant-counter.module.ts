import { Global, Module } from '@nestjs/common';
import { SubmerchantCounter } from '../auth';
import { SubmerchantRepository } from './submerchant.repository';
import { SubmerchantsCoreModule } from './submerchants-core.module';

/** Provides the port that auth declares; global, because auth may not import this feature. */
@Global()
@Module({
  imports: [SubmerchantsCoreModule],
  providers: [{ provide: SubmerchantCounter, useExisting: SubmerchantRepository }],
  exports: [SubmerchantCounter],
})
export class SubmerchantCounterModule {}

import { Global, Module } from '@nestjs/common';
import { RequirementsReader } from '../../submerchants';
import { RequirementsRepository } from './requirements.repository';

/** Provides the port that submerchants declares; global, because submerchants may not import this feature. */
@Global()
@Module({
  providers: [RequirementsRepository, { provide: RequirementsReader, useExisting: RequirementsRepository }],
  exports: [RequirementsRepository, RequirementsReader],
})
export class RequirementsModule {}

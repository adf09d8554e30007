import { Global, Module } from '@nestjs/common';
import { RequirementsReader } from '../../submerchants';
import { RequirementCountsAdapter } from './requirement-counts.adapter';
import { RequirementRepository } from './requirement.repository';

/** Provides the port that submerchants declares; global, because submerchants may not import this feature. */
@Global()
@Module({
  providers: [RequirementRepository, { provide: RequirementsReader, useClass: RequirementCountsAdapter }],
  exports: [RequirementRepository, RequirementsReader],
})
export class RequirementsModule {}

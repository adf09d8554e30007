import { Module } from '@nestjs/common';
import { HistoryWriter } from './history/history';
import { LegalRepresentativeRepository } from './legal-representatives/legal-representative.repository';
import { SubmerchantChanges } from './submerchant.changes';
import { SubmerchantDirectory } from './submerchant-directory';
import { SubmerchantRepository } from './submerchant.repository';

const PROVIDERS = [
  SubmerchantRepository,
  SubmerchantDirectory,
  SubmerchantChanges,
  HistoryWriter,
  LegalRepresentativeRepository,
];

/**
 * What the API and the worker both need of submerchants. Needs a RequirementsReader, which review provides to the
 * whole process.
 */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class SubmerchantsCoreModule {}

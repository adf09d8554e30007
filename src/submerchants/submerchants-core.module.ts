import { Module } from '@nestjs/common';
import { AddressReader } from './addresses/address.reader';
import { AddressRepository } from './addresses/address.repository';
import { SubmerchantHistoryRepository } from './history/submerchant-history.repository';
import { TimelineReader } from './history/timeline.reader';
import { LegalRepresentativeReader } from './legal-representatives/legal-representative.reader';
import { LegalRepresentativeRepository } from './legal-representatives/legal-representative.repository';
import { SubmerchantLifecycle } from './submerchant.lifecycle';
import { SubmerchantReader } from './submerchant.reader';
import { SubmerchantRepository } from './submerchant.repository';

const PROVIDERS = [
  SubmerchantRepository,
  SubmerchantReader,
  SubmerchantLifecycle,
  SubmerchantHistoryRepository,
  LegalRepresentativeRepository,
  LegalRepresentativeReader,
  AddressRepository,
  AddressReader,
  TimelineReader,
];

/**
 * What the API and the worker both need of submerchants. Needs a RequirementsReader, which review provides to the
 * whole process.
 */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class SubmerchantsCoreModule {}

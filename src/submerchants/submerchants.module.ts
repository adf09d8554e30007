import { Module } from '@nestjs/common';
import { AddressRepository } from './addresses/address.repository';
import { AddressesController } from './addresses/addresses.controller';
import { AddressesService } from './addresses/addresses.service';
import { TimelineController } from './history/timeline.controller';
import { LegalRepresentativesController } from './legal-representatives/legal-representatives.controller';
import { LegalRepresentativesService } from './legal-representatives/legal-representatives.service';
import { CreateSubmerchant } from './record/create-submerchant';
import { UpdateSubmerchant } from './record/update-submerchant';
import { SubmerchantsController } from './submerchants.controller';
import { SubmerchantsCoreModule } from './submerchants-core.module';

/** Submerchants, their legal representatives, addresses and timeline, over HTTP. */
@Module({
  imports: [SubmerchantsCoreModule],
  controllers: [
    SubmerchantsController,
    LegalRepresentativesController,
    AddressesController,
    TimelineController,
  ],
  providers: [
    CreateSubmerchant,
    UpdateSubmerchant,
    LegalRepresentativesService,
    AddressRepository,
    AddressesService,
  ],
  exports: [SubmerchantsCoreModule],
})
export class SubmerchantsModule {}

import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { AddressesController } from './addresses/addresses.controller';
import { CreateAddressUseCase } from './addresses/create-address.use-case';
import { DeleteAddressUseCase } from './addresses/delete-address.use-case';
import { UpdateAddressUseCase } from './addresses/update-address.use-case';
import { TimelineController } from './history/timeline.controller';
import { DeleteLegalRepresentativeUseCase } from './legal-representatives/delete-legal-representative.use-case';
import { LegalRepresentativesController } from './legal-representatives/legal-representatives.controller';
import { UpsertLegalRepresentativeUseCase } from './legal-representatives/upsert-legal-representative.use-case';
import { CreateSubmerchantUseCase } from './record/create-submerchant.use-case';
import { OperatorSubmerchantReader } from './record/operator-submerchant.reader';
import { OperatorSubmerchantsController } from './record/operator-submerchants.controller';
import { UpdateSubmerchantUseCase } from './record/update-submerchant.use-case';
import { SubmerchantsController } from './record/submerchants.controller';
import { SubmerchantCounterModule } from './submerchant-counter.module';
import { SubmerchantsCoreModule } from './submerchants-core.module';

/** Submerchants, their legal representatives, addresses and timeline, over HTTP. */
@Module({
  imports: [AuthModule, SubmerchantsCoreModule, SubmerchantCounterModule],
  controllers: [
    SubmerchantsController,
    OperatorSubmerchantsController,
    LegalRepresentativesController,
    AddressesController,
    TimelineController,
  ],
  providers: [
    CreateSubmerchantUseCase,
    UpdateSubmerchantUseCase,
    OperatorSubmerchantReader,
    UpsertLegalRepresentativeUseCase,
    DeleteLegalRepresentativeUseCase,
    CreateAddressUseCase,
    UpdateAddressUseCase,
    DeleteAddressUseCase,
  ],
  exports: [SubmerchantsCoreModule],
})
export class SubmerchantsModule {}

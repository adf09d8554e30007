import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { BanksModule } from '../banks';
import { ProvidersModule } from '../providers';
import { WalletsCoreModule } from '../wallets';
import { AddDestinationUseCase } from './add/add-destination.use-case';
import { ChangeDestinationUseCase } from './change/change-destination.use-case';
import { LockedDestinationService } from './change/locked-destination.service';
import { RemoveDestinationUseCase } from './change/remove-destination.use-case';
import { DestinationLifecycle } from './destination.lifecycle';
import { DestinationReader } from './destination.reader';
import { DestinationRepository } from './destination.repository';
import { DestinationsController } from './destinations.controller';
import { OperatorDestinationsController } from './operators/operator-destinations.controller';
import { PayableDestinationsService } from './payable/payable-destinations.service';
import { DestinationSubjectAdapter } from './resolve/destination-subject.adapter';

const SERVICES = [
  DestinationLifecycle,
  DestinationReader,
  DestinationRepository,
  DestinationSubjectAdapter,
  PayableDestinationsService,
];

/** Destinations in every process that sends money there, or hears of it. */
@Module({
  imports: [AuthModule, ProvidersModule, WalletsCoreModule],
  providers: SERVICES,
  exports: [...SERVICES, ProvidersModule, WalletsCoreModule],
})
export class DestinationsModule {}

/** Destinations as the API process serves them. */
@Module({
  imports: [AuthModule, BanksModule, DestinationsModule],
  controllers: [DestinationsController, OperatorDestinationsController],
  providers: [
    AddDestinationUseCase,
    ChangeDestinationUseCase,
    LockedDestinationService,
    RemoveDestinationUseCase,
  ],
})
export class DestinationsApiModule {}

import { Module } from '@nestjs/common';
import { ChargeBook } from './charge-book';
import { ChargesRepository } from './charges.repository';
import { IntentsRepository } from './instructions/intents.repository';
import { OperationOutcomes } from './operations/operation-outcomes';
import { OperationRunner } from './operations/operation-runner';
import { OperationsRepository } from './operations/operations.repository';
import { ProvidersModule } from '../providers';
import { ChargeNotifications } from './processing/charge-notifications';
import { RefundsRepository } from './refunds/refunds.repository';

const PROVIDERS = [
  ChargesRepository,
  RefundsRepository,
  OperationsRepository,
  ChargeBook,
  OperationOutcomes,
  OperationRunner,
  ChargeNotifications,
  IntentsRepository,
];

/** What the API and the worker both need to move a charge on. */
@Module({ imports: [ProvidersModule], providers: PROVIDERS, exports: [...PROVIDERS, ProvidersModule] })
export class ChargesCoreModule {}

import { Module } from '@nestjs/common';
import { ChargeLifecycle } from './charge.lifecycle';
import { ChargeRepository } from './charge.repository';
import { IntentsRepository } from './instructions/intents.repository';
import { OperationOutcomes } from './operations/operation-outcomes';
import { OperationRunner } from './operations/operation-runner';
import { OperationsRepository } from './operations/operations.repository';
import { ProvidersModule } from '../providers';
import { ChargeNotifications } from './processing/charge-notifications';
import { RefundLifecycle } from './refund/refund.lifecycle';
import { RefundRepository } from './refund/refund.repository';

const PROVIDERS = [
  ChargeRepository,
  RefundRepository,
  RefundLifecycle,
  OperationsRepository,
  ChargeLifecycle,
  OperationOutcomes,
  OperationRunner,
  ChargeNotifications,
  IntentsRepository,
];

/** What the API and the worker both need to move a charge on. */
@Module({ imports: [ProvidersModule], providers: PROVIDERS, exports: [...PROVIDERS, ProvidersModule] })
export class ChargesCoreModule {}

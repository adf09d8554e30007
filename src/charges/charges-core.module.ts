import { Module } from '@nestjs/common';
import { ChargeLifecycle } from './charge.lifecycle';
import { ChargeRepository } from './charge.repository';
import { ChargeNotificationsService } from './calls/charge-notifications.service';
import { ChargeSubjectAdapter } from './calls/charge-subject.adapter';
import { RefundSubjectAdapter } from './refund/refund-subject.adapter';
import { ProvidersModule } from '../providers';
import { RefundLifecycle } from './refund/refund.lifecycle';
import { ReturnedPaymentRepository } from './returns/returned-payment.repository';
import { RefundRepository } from './refund/refund.repository';

const PROVIDERS = [
  ChargeRepository,
  RefundRepository,
  RefundLifecycle,
  ReturnedPaymentRepository,
  ChargeLifecycle,
  ChargeNotificationsService,
  ChargeSubjectAdapter,
  RefundSubjectAdapter,
];

/** What the API and the worker both need to move a charge on. */
@Module({ imports: [ProvidersModule], providers: PROVIDERS, exports: [...PROVIDERS, ProvidersModule] })
export class ChargesCoreModule {}

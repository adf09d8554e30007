import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers';
import { ChargeIncidentsService } from './calls/charge-incidents.service';
import { CaptureOutcomesService } from './calls/capture-outcomes.service';
import { ChargeNotificationsService } from './calls/charge-notifications.service';
import { ChargeSubjectAdapter } from './calls/charge-subject.adapter';
import { ChargeLifecycle } from './charge.lifecycle';
import { ChargeRepository } from './charge.repository';
import { DisputedChargesService } from './disputes/disputed-charges.service';
import { RefundOutcomesService } from './refund/refund-outcomes.service';
import { RefundSubjectAdapter } from './refund/refund-subject.adapter';
import { RefundLifecycle } from './refund/refund.lifecycle';
import { RefundRepository } from './refund/refund.repository';
import { PastChargeRepository } from './past/past-charge.repository';
import { PastChargesService } from './past/past-charges.service';
import { ReturnedPaymentRepository } from './returns/returned-payment.repository';
import { ChargeListRepository } from './search/charge-list.repository';

const PROVIDERS = [
  ChargeRepository,
  ChargeListRepository,
  RefundRepository,
  RefundLifecycle,
  ReturnedPaymentRepository,
  ChargeIncidentsService,
  ChargeLifecycle,
  CaptureOutcomesService,
  ChargeNotificationsService,
  ChargeSubjectAdapter,
  DisputedChargesService,
  PastChargeRepository,
  PastChargesService,
  RefundOutcomesService,
  RefundSubjectAdapter,
];

/** What the API and the worker both need to move a charge on. */
@Module({ imports: [ProvidersModule], providers: PROVIDERS, exports: [...PROVIDERS, ProvidersModule] })
export class ChargesCoreModule {}

import { Global, Module } from '@nestjs/common';
import { LedgerModule } from '../ledger';
import { AnticipableReceivablesModule, ReceivableAnticipations } from '../receivables';
import { AnticipationLifecycle } from './anticipation.lifecycle';
import { AnticipationRepository } from './anticipation.repository';
import { AnticipationItemRepository } from './items/anticipation-item.repository';
import { OpenAnticipationService } from './items/open-anticipation.service';
import { ReceivableAnticipationsAdapter } from './items/receivable-anticipations.adapter';

const SERVICES = [
  AnticipationItemRepository,
  AnticipationLifecycle,
  AnticipationRepository,
  OpenAnticipationService,
];

/** Provides the port that receivables declare; global, because receivables may not import this feature. */
@Global()
@Module({
  imports: [AnticipableReceivablesModule, LedgerModule],
  providers: [...SERVICES, { provide: ReceivableAnticipations, useClass: ReceivableAnticipationsAdapter }],
  exports: [...SERVICES, ReceivableAnticipations],
})
export class AnticipationsCoreModule {}

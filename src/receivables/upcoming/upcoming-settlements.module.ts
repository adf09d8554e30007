import { Global, Module } from '@nestjs/common';
import { UpcomingSettlements } from '../../wallets';
import { ReceivableRepository } from '../receivable.repository';
import { UpcomingSettlementsAdapter } from './upcoming-settlements.adapter';

/** Provides the port that wallets declare; global, because wallets may not import this feature. */
@Global()
@Module({
  providers: [ReceivableRepository, { provide: UpcomingSettlements, useClass: UpcomingSettlementsAdapter }],
  exports: [UpcomingSettlements],
})
export class UpcomingSettlementsModule {}

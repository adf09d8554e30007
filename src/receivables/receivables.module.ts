import { Global, Module } from '@nestjs/common';
import { ChargeMoney } from '../charges';
import { TermsModule } from '../terms';
import { ChargeMoneyAdapter } from './charge-money.adapter';

/** Provides the port that charges declare; global, because charges may not import this feature. */
@Global()
@Module({
  imports: [TermsModule],
  providers: [{ provide: ChargeMoney, useClass: ChargeMoneyAdapter }],
  exports: [ChargeMoney],
})
export class ReceivablesModule {}

import { Module } from '@nestjs/common';
import { ChargesCoreModule } from '../charges';
import { DisputesModule } from '../disputes';
import { LedgerModule } from '../ledger';
import { ReceivablesModule } from '../receivables';
import { TermsModule } from '../terms';
import { WalletsCoreModule } from '../wallets';
import { BackfillBooksUseCase } from './backfill-books.use-case';
import { BackfillChargeUseCase } from './backfill-charge.use-case';
import { PastBooksService } from './past-books.service';

/** In every process that changes charges: one of before is posted before it changes. */
@Module({
  imports: [
    ChargesCoreModule,
    DisputesModule,
    LedgerModule,
    ReceivablesModule,
    TermsModule,
    WalletsCoreModule,
  ],
  providers: [BackfillBooksUseCase, BackfillChargeUseCase, PastBooksService],
  exports: [BackfillBooksUseCase],
})
export class BackfillModule {}

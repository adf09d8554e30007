import { Module } from '@nestjs/common';
import { LedgerEntryRepository } from './ledger-entry.repository';
import { LedgerReader } from './ledger.reader';
import { LedgerRepository } from './ledger.repository';
import { LedgerTransactionRepository } from './transactions/ledger-transaction.repository';
import { LedgerService } from './ledger.service';

/** What posts and reads. */
@Module({
  providers: [
    LedgerReader,
    LedgerRepository,
    LedgerEntryRepository,
    LedgerTransactionRepository,
    LedgerService,
  ],
  exports: [LedgerReader, LedgerRepository, LedgerService],
})
export class LedgerModule {}

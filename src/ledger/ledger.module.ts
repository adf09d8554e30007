import { Module } from '@nestjs/common';
import { LedgerEntryRepository } from './ledger-entry.repository';
import { LedgerReader } from './ledger.reader';
import { LedgerRepository } from './ledger.repository';
import { LedgerService } from './ledger.service';

/** What posts and reads. */
@Module({
  providers: [LedgerReader, LedgerRepository, LedgerEntryRepository, LedgerService],
  exports: [LedgerReader, LedgerRepository, LedgerService],
})
export class LedgerModule {}

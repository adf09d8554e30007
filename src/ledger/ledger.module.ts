import { Module } from '@nestjs/common';
import { LedgerReader } from './ledger.reader';
import { LedgerRepository } from './ledger.repository';
import { LedgerService } from './ledger.service';

/** What posts and reads. */
@Module({
  providers: [LedgerReader, LedgerRepository, LedgerService],
  exports: [LedgerReader, LedgerRepository, LedgerService],
})
export class LedgerModule {}

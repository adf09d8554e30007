import { Module } from '@nestjs/common';
import { BookRepository } from './completeness/book.repository';
import { CompleteBooksService } from './completeness/complete-books.service';
import { LedgerEntryRepository } from './ledger-entry.repository';
import { LedgerReader } from './ledger.reader';
import { LedgerRepository } from './ledger.repository';
import { LedgerTransactionRepository } from './transactions/ledger-transaction.repository';
import { LedgerService } from './ledger.service';

/** What posts and reads. */
@Module({
  providers: [
    BookRepository,
    CompleteBooksService,
    LedgerReader,
    LedgerRepository,
    LedgerEntryRepository,
    LedgerTransactionRepository,
    LedgerService,
  ],
  exports: [CompleteBooksService, LedgerReader, LedgerRepository, LedgerService],
})
export class LedgerModule {}

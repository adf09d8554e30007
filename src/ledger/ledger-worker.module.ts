import { Module } from '@nestjs/common';
import { LedgerPosterService } from './ledger-poster.service';
import { LedgerModule } from './ledger.module';
import { PostLinesUseCase } from './post-lines.use-case';

/** The books as the worker sees them: it posts what waits. */
@Module({ imports: [LedgerModule], providers: [LedgerPosterService, PostLinesUseCase] })
export class LedgerWorkerModule {}

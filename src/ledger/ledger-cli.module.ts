import { Module } from '@nestjs/common';
import { LedgerModule } from './ledger.module';
import { PostLinesUseCase } from './post-lines.use-case';

/** The books as the command line looks at them. */
@Module({ imports: [LedgerModule], providers: [PostLinesUseCase], exports: [LedgerModule, PostLinesUseCase] })
export class LedgerCliModule {}

import { Module } from '@nestjs/common';
import { LedgerPosterService } from './ledger-poster.service';
import { LedgerModule } from './ledger.module';
import { PostLinesUseCase } from './post-lines.use-case';
import { LedgerVerificationRepository } from './verification/ledger-verification.repository';
import { VerifyLedgerTask } from './verification/verify-ledger.task';
import { VerifyLedgerUseCase } from './verification/verify-ledger.use-case';

/** The books as the worker sees them: it posts what waits, and verifies what is posted. */
@Module({
  imports: [LedgerModule],
  providers: [
    LedgerPosterService,
    PostLinesUseCase,
    LedgerVerificationRepository,
    VerifyLedgerUseCase,
    VerifyLedgerTask,
  ],
  exports: [VerifyLedgerTask],
})
export class LedgerWorkerModule {}

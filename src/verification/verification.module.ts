import { Module } from '@nestjs/common';
import { OperatorInvariantsController } from './operator-invariants.controller';
import { RequestVerificationUseCase } from './request-verification.use-case';
import { VerificationReader } from './verification.reader';
import { VerificationRepository } from './verification.repository';
import { VerifyInvariantsTask } from './verify-invariants.task';
import { VerifyInvariantsUseCase } from './verify-invariants.use-case';

/** Verdicts as the API process shows them. */
@Module({
  controllers: [OperatorInvariantsController],
  providers: [VerificationRepository, VerificationReader, RequestVerificationUseCase],
})
export class VerificationModule {}

/** The rules as the worker reads them: the process provides them (INVARIANTS). */
@Module({
  providers: [VerificationRepository, VerifyInvariantsUseCase, VerifyInvariantsTask],
  exports: [VerifyInvariantsTask],
})
export class VerificationWorkerModule {}

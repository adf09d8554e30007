import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { ApiRequestRepository } from './api-request.repository';
import { DeleteOldRequestsTask } from './delete-old-requests.task';
import { RequestLogService } from './request-log.service';
import { RequestReader } from './request.reader';
import { RequestsController } from './requests.controller';
import { WriteRequestsUseCase } from './write-requests.use-case';

/** The log of requests as the API process writes and serves it. */
@Module({
  imports: [AuthModule],
  controllers: [RequestsController],
  providers: [ApiRequestRepository, RequestLogService, RequestReader, WriteRequestsUseCase],
})
export class RequestsModule {}

export const REQUEST_TASKS = [DeleteOldRequestsTask];

/** The log of requests as the worker keeps it short. */
@Module({ providers: [ApiRequestRepository, ...REQUEST_TASKS], exports: REQUEST_TASKS })
export class RequestsWorkerModule {}

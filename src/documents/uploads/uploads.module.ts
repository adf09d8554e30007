import { Module } from '@nestjs/common';
import { RotateUploadsUseCase } from './rotate-uploads.use-case';
import { SweepUploadsTask } from './sweep-uploads.task';
import { UploadReader } from './upload.reader';
import { UploadRepository } from './upload.repository';
import { UploadSealingService } from './upload-sealing.service';

/** What every process needs of uploaded files. */
@Module({
  providers: [UploadRepository, UploadSealingService, UploadReader, SweepUploadsTask, RotateUploadsUseCase],
  exports: [UploadRepository, UploadSealingService, UploadReader, SweepUploadsTask, RotateUploadsUseCase],
})
export class UploadsModule {}

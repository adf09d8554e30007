import { Module } from '@nestjs/common';
import { DocumentFileRepository } from './document-file.repository';
import { FileSealingService } from './file-sealing.service';
import { RotateDocumentFilesUseCase } from './rotate-document-files.use-case';

/** What the command line does with the files of documents. */
@Module({ providers: [DocumentFileRepository, FileSealingService, RotateDocumentFilesUseCase] })
export class DocumentFilesCommandLineModule {}

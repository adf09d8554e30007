import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../submerchants';
import { DocumentsController } from './documents.controller';
import { DocumentsCoreModule } from './documents-core.module';
import { SendDocumentUseCase } from './send/send-document.use-case';
import { UploadFileUseCase } from './uploads/upload-file.use-case';
import { UploadsController } from './uploads/uploads.controller';
import { UploadsModule } from './uploads/uploads.module';

/** Documents of submerchants, over HTTP. */
@Module({
  imports: [SubmerchantsCoreModule, DocumentsCoreModule, UploadsModule],
  controllers: [DocumentsController, UploadsController],
  providers: [SendDocumentUseCase, UploadFileUseCase],
  exports: [DocumentsCoreModule, UploadsModule],
})
export class DocumentsModule {}

import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../../submerchants';
import { DocumentsCoreModule } from '../documents-core.module';
import { ExpireDocumentsTask } from './expire-documents.task';

/** What happens to documents by the clock; the worker's module puts the tasks of all features together. */
@Module({
  imports: [SubmerchantsCoreModule, DocumentsCoreModule],
  providers: [ExpireDocumentsTask],
  exports: [ExpireDocumentsTask],
})
export class DocumentsWorkerModule {}

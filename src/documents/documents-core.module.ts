import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../submerchants';
import { DocumentStatusChanges } from './document-status';
import { DocumentRepository } from './document.repository';

/** What the API and the worker both need of documents. */
@Module({
  imports: [SubmerchantsCoreModule],
  providers: [DocumentRepository, DocumentStatusChanges],
  exports: [DocumentRepository, DocumentStatusChanges],
})
export class DocumentsCoreModule {}

import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../submerchants';
import { DocumentLifecycle } from './document.lifecycle';
import { DocumentReader } from './document.reader';
import { DocumentRepository } from './document.repository';

/** What the API and the worker both need of documents. */
@Module({
  imports: [SubmerchantsCoreModule],
  providers: [DocumentRepository, DocumentReader, DocumentLifecycle],
  exports: [DocumentRepository, DocumentReader, DocumentLifecycle],
})
export class DocumentsCoreModule {}

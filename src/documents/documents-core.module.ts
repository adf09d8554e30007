import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../submerchants';
import { DocumentLifecycle } from './document.lifecycle';
import { DocumentRepository } from './document.repository';

/** What the API and the worker both need of documents. */
@Module({
  imports: [SubmerchantsCoreModule],
  providers: [DocumentRepository, DocumentLifecycle],
  exports: [DocumentRepository, DocumentLifecycle],
})
export class DocumentsCoreModule {}

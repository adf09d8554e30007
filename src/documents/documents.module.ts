import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../submerchants';
import { DocumentsCoreModule } from './documents-core.module';
import { DocumentsController } from './documents.controller';
import { DocumentReader } from './document.reader';
import { SendDocumentUseCase } from './send-document.use-case';

/** Documents of submerchants, over HTTP. */
@Module({
  imports: [SubmerchantsCoreModule, DocumentsCoreModule],
  controllers: [DocumentsController],
  providers: [SendDocumentUseCase, DocumentReader],
  exports: [DocumentsCoreModule],
})
export class DocumentsModule {}

import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../submerchants';
import { DocumentsCoreModule } from './documents-core.module';
import { DocumentsController } from './documents.controller';
import { SendDocumentUseCase } from './send-document.use-case';

/** Documents of submerchants, over HTTP. */
@Module({
  imports: [SubmerchantsCoreModule, DocumentsCoreModule],
  controllers: [DocumentsController],
  providers: [SendDocumentUseCase],
  exports: [DocumentsCoreModule],
})
export class DocumentsModule {}

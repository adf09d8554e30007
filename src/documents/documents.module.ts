import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../submerchants';
import { DocumentsController } from './documents.controller';
import { DocumentsCoreModule } from './documents-core.module';
import { SendDocumentUseCase } from './send/send-document.use-case';

/** Documents of submerchants, over HTTP. */
@Module({
  imports: [SubmerchantsCoreModule, DocumentsCoreModule],
  controllers: [DocumentsController],
  providers: [SendDocumentUseCase],
  exports: [DocumentsCoreModule],
})
export class DocumentsModule {}

import { Module } from '@nestjs/common';
import { SubmerchantsCoreModule } from '../submerchants';
import { DocumentsCoreModule } from './documents-core.module';
import { DocumentsController } from './documents.controller';
import { SendDocument } from './send-document';

/** Documents of submerchants, over HTTP. */
@Module({
  imports: [SubmerchantsCoreModule, DocumentsCoreModule],
  controllers: [DocumentsController],
  providers: [SendDocument],
  exports: [DocumentsCoreModule],
})
export class DocumentsModule {}

import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity } from '../auth';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../common/http';
import { submerchantErrors } from '../submerchants';
import { documentErrors } from './document.errors';
import { DocumentReader } from './document.reader';
import { DocumentResponse, toDocumentResponse } from './document.response';
import { ListDocumentsQuery } from './list-documents.query';
import { SendDocumentBody } from './send/send-document.body';
import { SendDocumentUseCase } from './send/send-document.use-case';

@ApiTags('Documents')
@Controller('v1/submerchants/:id/documents')
export class DocumentsController {
  constructor(
    private readonly sendDocument: SendDocumentUseCase,
    private readonly documents: DocumentReader,
  ) {}

  @Post()
  @InPortal('submerchant')
  @ApiOperation({ summary: 'Send a document: it replaces the current one of the same type' })
  @ApiReply(201, DocumentResponse, 'Received; the earlier record of the same type is replaced.')
  @ApiErrors(
    submerchantErrors.SUBMERCHANT_LOCKED,
    documentErrors.DOCUMENT_TYPE_NOT_ALLOWED,
    documentErrors.LEGAL_REPRESENTATIVE_REQUIRED,
    documentErrors.LEGAL_REPRESENTATIVE_NOT_ALLOWED,
  )
  async send(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: SendDocumentBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.sendDocument.execute(merchant.merchantId, id, body, key);
  }

  @Get()
  @InPortal('submerchant')
  @ApiOperation({ summary: 'List the documents of a submerchant, replaced ones too' })
  @ApiListReply(DocumentResponse, 'The documents, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListDocumentsQuery,
  ): Promise<Reply> {
    const page = await this.documents.list(merchant.merchantId, id, query);
    return list('Documents of the submerchant.', page, toDocumentResponse);
  }

  @Get(':documentId')
  @InPortal('submerchant')
  @ApiOperation({ summary: 'Read one document' })
  @ApiReply(200, DocumentResponse, 'The document.')
  async get(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('documentId') documentId: string,
  ): Promise<Reply> {
    const document = await this.documents.get(merchant.merchantId, id, documentId);
    return ok('Document.', toDocumentResponse(document));
  }
}

import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity } from '../auth';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  created,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../common/http';
import { submerchantErrors, SubmerchantRepository } from '../submerchants';
import { DocumentListQuery, SendDocumentBody } from './document.dto';
import { documentErrors } from './document.errors';
import { DocumentRepository } from './document.repository';
import { DocumentResponse, toDocumentResponse } from './document.response';
import { SendDocument } from './send-document';

@ApiTags('Documents')
@Controller('v1/submerchants/:id/documents')
export class DocumentsController {
  constructor(
    private readonly sending: SendDocument,
    private readonly submerchants: SubmerchantRepository,
    private readonly documents: DocumentRepository,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
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
    return this.idempotency.run(key, async (tx) => {
      const document = await this.sending.run(tx, merchant.merchantId, id, body);
      return created('Document received.', toDocumentResponse(document));
    });
  }

  @Get()
  @ApiOperation({ summary: 'List the documents of a submerchant, replaced ones too' })
  @ApiListReply(DocumentResponse, 'The documents, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: DocumentListQuery,
  ): Promise<Reply> {
    await this.submerchants.get(merchant.merchantId, id);
    return list('Documents of the submerchant.', await this.documents.list(id, query), toDocumentResponse);
  }

  @Get(':documentId')
  @ApiOperation({ summary: 'Read one document' })
  @ApiReply(200, DocumentResponse, 'The document.')
  async get(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('documentId') documentId: string,
  ): Promise<Reply> {
    await this.submerchants.get(merchant.merchantId, id);
    return ok('Document.', toDocumentResponse(await this.documents.get(id, documentId)));
  }
}

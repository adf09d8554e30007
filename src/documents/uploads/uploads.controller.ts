import { Controller, Get, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
import {
  ApiErrors,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  type Reply,
  RouteId,
} from '../../common/http';
import { documentErrors } from '../document.errors';
import { withFile } from './received-file';
import { UploadFileUseCase } from './upload-file.use-case';
import { UploadReader } from './upload.reader';
import { UploadResponse } from './upload.response';

const BINARY = { schema: { type: 'string', format: 'binary' } } as const;

/** Whatever is in the file, the browser that gets it runs nothing, guesses nothing and keeps nothing. */
const HEADERS = {
  'Content-Security-Policy': 'sandbox',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

@ApiTags('Documents')
@Controller('v1/submerchants/:id/uploads')
export class UploadsController {
  constructor(
    private readonly uploadFile: UploadFileUseCase,
    private readonly uploads: UploadReader,
  ) {}

  @Post()
  @InPortal('submerchant')
  @ApiOperation({ summary: 'Upload the file of a document, where you host none yourself' })
  @ApiConsumes('application/pdf', 'image/png', 'image/jpeg')
  @ApiBody({ schema: BINARY.schema, description: 'The bytes of the file, at most 10 MiB.' })
  @ApiReply(201, UploadResponse, 'Kept for a day, and as long as a document names it.')
  @ApiErrors(documentErrors.UPLOAD_TYPE_REFUSED, documentErrors.TOO_MANY_UPLOADS)
  async upload(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Req() request: Request,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    const { merchantId } = merchant;
    return withFile(request, merchantId, (bytes) => this.uploadFile.execute(merchantId, id, bytes, key));
  }

  @Get(':uploadId')
  @InPortal('submerchant')
  @ApiOperation({ summary: 'Read an uploaded file' })
  @ApiOkResponse({
    description: 'The bytes.',
    content: { 'application/pdf': BINARY, 'image/png': BINARY, 'image/jpeg': BINARY },
  })
  async read(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @RouteId('uploadId') uploadId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { bytes, contentType } = await this.uploads.get(merchant.merchantId, id, uploadId);
    response.set(HEADERS);
    return new StreamableFile(bytes, { type: contentType, disposition: 'inline', length: bytes.length });
  }
}

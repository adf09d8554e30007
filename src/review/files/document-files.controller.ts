import { Controller, Get, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operator, type OperatorIdentity } from '../../auth';
import { ApiErrors, RouteId } from '../../common/http';
import { ViewDocumentFileUseCase } from './view-document-file.use-case';
import { fileErrors } from './file.errors';

const BINARY = { schema: { type: 'string', format: 'binary' } } as const;

/** Whatever is in the file, the browser that gets it runs nothing, guesses nothing and keeps nothing. */
const HEADERS = {
  'Content-Security-Policy': 'sandbox',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

@ApiTags('Review')
@Controller('v1/review/documents/:id')
export class DocumentFilesController {
  constructor(private readonly viewFile: ViewDocumentFileUseCase) {}

  @Get('file')
  @ApiOperation({ summary: 'The file of a document, as it was at the first look' })
  @ApiOkResponse({
    description:
      'The bytes, typed by their content. Fetched from file_url at the first look, at most 10 MiB in 15 seconds; from then on ' +
      'always the same.',
    content: { 'application/pdf': BINARY, 'image/png': BINARY, 'image/jpeg': BINARY },
  })
  @ApiErrors(fileErrors.FILE_UNAVAILABLE, fileErrors.FILE_TOO_LARGE, fileErrors.FILE_TYPE_REFUSED)
  async read(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { facts, disposition, content } = await this.viewFile.execute(id, operator);
    response.set(HEADERS);
    return new StreamableFile(content, { type: facts.contentType, disposition, length: facts.sizeBytes });
  }
}

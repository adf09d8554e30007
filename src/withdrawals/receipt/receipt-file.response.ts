import { applyDecorators, StreamableFile } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { commonErrors } from '../../common/errors';
import { ApiErrors } from '../../common/http';

/** The answer of whoever downloads a receipt, for the API's document. */
export function ApiReceiptFile(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({
      description: 'One page in Portuguese, of what the receipt in JSON says.',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    }),
    ApiErrors(commonErrors.NOT_FOUND, commonErrors.INVALID_STATE, commonErrors.UNAVAILABLE),
  );
}

export function receiptFile(withdrawalId: string, pdf: Buffer): StreamableFile {
  return new StreamableFile(pdf, {
    type: 'application/pdf',
    disposition: `attachment; filename="receipt-${withdrawalId}.pdf"`,
    length: pdf.length,
  });
}

import { DocumentResponse, type SubmerchantDocument, toDocumentResponse } from '../../documents';
import { maskedDocumentNumber } from '../../common/validation';

/** A document as operators see it: the reason as it was given, and a tax number masked. */
export function toReviewedDocument(document: SubmerchantDocument): DocumentResponse {
  const { number, rejectionCode: code, rejectionMessage: message } = document;
  return Object.assign(toDocumentResponse(document), {
    number: number === null ? null : maskedDocumentNumber(number),
    rejection: code === null ? null : { code, message },
  });
}

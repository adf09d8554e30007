import { iso } from '../../../common';
import { type PixInstructions, pixPort } from '../../../providers';
import type { MethodDefinition } from '../method';
import { DEFAULT_PIX_SECONDS, PixDetailsBody } from './pix.body';
import { type PixDetails, PixDetailsResponse, toPixDetailsResponse } from './pix.response';

export const pix: MethodDefinition<PixDetailsBody, PixDetails, PixInstructions> = {
  requiresTaxId: false,
  body: PixDetailsBody,
  response: PixDetailsResponse,

  obtain({ adapter, access }, { key, body, amountCents, payer, description, receiverName }) {
    const expiresInSeconds = secondsOf(body);
    return pixPort(adapter).createPix(access, key, {
      amountCents,
      payer,
      description,
      receiverName,
      expiresInSeconds,
    });
  },

  rows(body, { reference, qrCode }, now) {
    const expiresIn = secondsOf(body);
    const expiresAt = new Date(now.getTime() + expiresIn * 1000);
    return {
      details: {
        expires_in: expiresIn,
        txid: reference,
        qr_code: qrCode,
        expires_at: iso(expiresAt),
        end_to_end_id: null,
        paid_at: null,
      },
      reference,
      expiresAt,
      installments: null,
      autoCapture: true,
      cardToken: null,
    };
  },

  paid: (details, { at, endToEndId }) => ({ ...details, paid_at: iso(at), end_to_end_id: endToEndId }),
  toResponse: toPixDetailsResponse,
};

function secondsOf(body: PixDetailsBody): number {
  return body.expires_in ?? DEFAULT_PIX_SECONDS;
}

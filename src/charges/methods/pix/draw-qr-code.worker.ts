import { toBuffer } from 'qrcode';
import type { Drawing } from '../../../common/threads';

/** Black on white, with the quiet zone that readers need; correction level M as the Pix manual recommends. */
const OPTIONS = { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 8 } as const;

/** Draws one QR code. Runs in a thread of its own, which is given this file by its path (qr-code-drawer.service.ts). */
export default async function drawQrCode(text: string): Promise<Drawing> {
  try {
    return { bytes: await toBuffer(text, OPTIONS) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'unknown' };
  }
}

import { toBuffer } from 'qrcode';

/** Black on white, with the quiet zone that readers need; correction level M as the Pix manual recommends. */
const OPTIONS = { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 8 } as const;

export type Drawing = { readonly png: Uint8Array } | { readonly fault: string };

/** Draws one QR code. Runs in a thread of its own, which is given this file by its path (qr-code-drawer.service.ts). */
export default async function drawQrCode(text: string): Promise<Drawing> {
  try {
    return { png: await toBuffer(text, OPTIONS) };
  } catch (error) {
    // What cannot be drawn is an answer; whatever else ends a drawing is the thread's own trouble.
    return { fault: error instanceof Error ? error.message : 'unknown' };
  }
}

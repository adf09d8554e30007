/** The part of qrcode that we use; the package brings no types. */
declare module 'qrcode' {
  export function toString(
    text: string,
    options: { readonly type: 'svg'; readonly errorCorrectionLevel: 'M'; readonly margin: number },
  ): Promise<string>;

  export function toBuffer(
    text: string,
    options: {
      type: 'png';
      errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H';
      margin: number;
      scale: number;
    },
  ): Promise<Buffer>;
}

import { PNG } from 'pngjs';
import { assemble } from '../../src/embedded/demo-week/papers/pdf';

/** Real files to look at: each page and each corner can be told apart. */

const WHITE = 0xff_ff_ff_ff;
const INK = 0x14_28_5a_ff;
const MARK = 0xc8_1e_1e_ff;

/** A picture with a red corner at its top left and a dark frame: upright, or turned. */
export function pngPicture(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  const frame = Math.max(2, Math.round(width / 40));
  const corner = Math.round(Math.min(width, height) / 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isFrame = x < frame || y < frame || x >= width - frame || y >= height - frame;
      const color = x < corner && y < corner ? MARK : isFrame ? INK : WHITE;
      png.data.writeUInt32BE(color, (y * width + x) * 4);
    }
  }
  // Without trying every filter on every line: what is compared here is how it looks.
  return PNG.sync.write(png, { filterType: 0 });
}

interface PdfOptions {
  /** Run by readers that obey it, as soon as the file is opened. */
  readonly script?: string;
  /** Asked of whoever opens it: the file says that it is encrypted. */
  readonly isLocked?: boolean;
}

/** A PDF of A5 pages, each with its text in a standard font. */
export function pdfPages(texts: readonly string[], options: PdfOptions = {}): Buffer {
  const pageIds = texts.map((_, index) => 4 + index * 2);
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${options.script === undefined ? '' : `/OpenAction<</S/JavaScript/JS(${options.script})>>`}>>`,
    `<</Type/Pages/Kids[${pageIds.map((id) => `${id} 0 R`).join(' ')}]/Count ${texts.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...texts.flatMap((text, index) => {
      const content = `BT /F1 22 Tf 40 520 Td (${text}) Tj ET 0.2 0.4 0.7 rg 40 60 ${60 + index * 40} 40 re f`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ];
    }),
  ];
  return assemble(objects, options.isLocked === true ? LOCK : '');
}

/** RC4 with 40 bits and keys of nobody: no password opens it. */
const LOCK = `/ID[<${'ab'.repeat(16)}><${'ab'.repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>`;

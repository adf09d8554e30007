import { crc32, deflateSync } from 'node:zlib';
import { dotsOf, LETTER_WIDTH } from './letters';

/** Red, green, blue, as in `0xc81e1e`. */
type Color = number;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BYTES_A_DOT = 3;
const RGB_OF_EIGHT_BITS = Buffer.from([8, 2, 0, 0, 0]);

/** A picture that is drawn dot by dot, and written as PNG. */
export class Picture {
  private readonly dots: Buffer;

  constructor(
    private readonly width: number,
    private readonly height: number,
    background: Color,
  ) {
    this.dots = Buffer.alloc(width * height * BYTES_A_DOT);
    this.box(0, 0, width, height, background);
  }

  box(left: number, top: number, width: number, height: number, color: Color): this {
    for (let y = top; y < top + height; y += 1)
      for (let x = left; x < left + width; x += 1) this.dot(x, y, color);
    return this;
  }

  oval(centerX: number, centerY: number, radiusX: number, radiusY: number, color: Color): this {
    for (let y = -radiusY; y <= radiusY; y += 1) {
      const half = Math.round(radiusX * Math.sqrt(1 - (y / radiusY) ** 2));
      this.box(centerX - half, centerY + y, 2 * half, 1, color);
    }
    return this;
  }

  /** @param scale dots of the picture for one of a letter */
  text(left: number, top: number, scale: number, text: string, color: Color): this {
    for (const [x, y] of dotsOf(text)) this.box(left + x * scale, top + y * scale, scale, scale, color);
    return this;
  }

  /** As `text`, with its middle there. */
  centered(centerX: number, top: number, scale: number, text: string, color: Color): this {
    return this.text(centerX - Math.round((text.length * LETTER_WIDTH * scale) / 2), top, scale, text, color);
  }

  toPng(): Buffer {
    const size = Buffer.alloc(8);
    size.writeUInt32BE(this.width, 0);
    size.writeUInt32BE(this.height, 4);
    const line = this.width * BYTES_A_DOT;
    // Each line begins with the number of its filter: none.
    const lines = Array.from({ length: this.height }, (_, y) =>
      Buffer.concat([Buffer.alloc(1), this.dots.subarray(y * line, (y + 1) * line)]),
    );
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', Buffer.concat([size, RGB_OF_EIGHT_BITS])),
      chunk('IDAT', deflateSync(Buffer.concat(lines))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  private dot(x: number, y: number, color: Color): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    this.dots.writeUIntBE(color, (y * this.width + x) * BYTES_A_DOT, BYTES_A_DOT);
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

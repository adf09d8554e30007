import { fileTypeOf } from './file-type.rules';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

it.each([
  ['a PDF', bytes('%PDF-1.7\n%'), 'application/pdf'],
  ['a PDF 2.0', bytes('%PDF-2.0\n'), 'application/pdf'],
  ['a PDF behind a byte order mark', bytes([0xef, 0xbb, 0xbf], '%PDF-1.4'), 'application/pdf'],
  ['a PDF behind blank lines', bytes('\r\n\r\n  %PDF-1.4'), 'application/pdf'],
  ['a PNG', bytes(PNG, [0, 0, 0, 13], 'IHDR'), 'image/png'],
  ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  ['nothing', bytes(), null],
  ['HTML with a PDF header further on', bytes('<html>%PDF-1.7'), null],
  ['a PDF behind too many blanks', bytes(' '.repeat(101), '%PDF-1.7'), null],
  ['no version', bytes('%PDF-'), null],
  ['the signature of a PNG alone', bytes(PNG), null],
  ['a PNG that does not begin with its header', bytes(PNG, [0, 0, 0, 13], 'tEXt'), null],
  ['half a JPEG signature', bytes([0xff, 0xd8]), null],
  ['a GIF', bytes('GIF89a'), null],
  ['SVG', bytes('<svg/>'), null],
])('%s', (_name, content, type) => {
  expect(fileTypeOf(content)).toBe(type);
});

/** What a document may be (specification, Submerchant document), as its first bytes tell. */
export type FileType = 'application/pdf' | 'image/png' | 'image/jpeg';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_HEADER = Buffer.from('IHDR', 'latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** A byte order mark and blank lines before the header are common, and every reader takes them. */
const PDF = /^(?:\xef\xbb\xbf)?[\t\n\f\r ]{0,100}%PDF-[12]\.\d/;
const PDF_START_BYTES = 120;

/** The type by content, whatever was declared; null when it is none of those that a document may be. */
export function fileTypeOf(bytes: Buffer): FileType | null {
  if (startsWith(bytes, PNG)) return startsWith(bytes.subarray(12), PNG_HEADER) ? 'image/png' : null;
  if (startsWith(bytes, JPEG)) return 'image/jpeg';
  return PDF.test(bytes.toString('latin1', 0, PDF_START_BYTES)) ? 'application/pdf' : null;
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

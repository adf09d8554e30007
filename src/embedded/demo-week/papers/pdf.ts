const MARGIN = 56;
const TOP = 770;
const TITLE_SIZE = 18;
const TEXT_SIZE = 11;
const LINE = 18;

/** One page: its title, and its lines under a rule. */
export interface Page {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A PDF of A4 pages in a standard font. */
export function pdfOf(pages: readonly Page[]): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((page, index) => {
      const content = contentOf(page, `${index + 1}/${pages.length}`);
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ];
    }),
  ];
  return assemble(objects);
}

function contentOf({ title, lines }: Page, number: string): string {
  const show = (x: number, y: number, size: number, text: string) =>
    `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, String.raw`\$&`)}) Tj ET`;
  return [
    '0.12 0.29 0.49 rg',
    show(MARGIN, TOP, TITLE_SIZE, title),
    `${MARGIN} ${TOP - 14} 483 2 re f`,
    '0.1 g',
    ...lines.map((line, index) => show(MARGIN, TOP - 48 - index * LINE, TEXT_SIZE, line)),
    '0.5 g',
    show(MARGIN, 40, 9, `MODELO SEM VALOR - ${number}`),
  ].join('\n');
}

/**
 * The objects one after another, and the table of where each begins. One letter is one byte: Latin-1.
 *
 * @param trailer what the trailer says beside size and root
 */
export function assemble(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

import { create } from 'fontkit';
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { Drawing } from '../../common/threads';
import type { ReceiptPage } from './receipt-page.rules';

/** Open Sans: the letters of Latin, Greek and Cyrillic (src/withdrawals/README.md). */
const REGULAR = readFileSync(
  require.resolve('@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf'),
);
const BOLD = readFileSync(
  require.resolve('@expo-google-fonts/open-sans/600SemiBold/OpenSans_600SemiBold.ttf'),
);
const LETTERS = lettersOf(REGULAR);
/** The font has letters of it, but nobody here turns its direction. */
const FROM_THE_RIGHT = /\p{Script=Hebrew}/u;
/** What the letter before stays readable without. */
const UNSEEN = /[\p{M}\p{Cf}]/u;
const NOTE = 'No lugar de “?” há um caractere que esta página não escreve; o recibo em JSON tem todos.';

const MARGIN = 56;
const LABELS = 130;
const SIZE = { title: 18, heading: 12, text: 10.5, note: 8 };

/** Draws one receipt as PDF. Runs in a thread of its own, which is given this file by its path (receipt-drawer.service.ts). */
export default async function drawReceipt(page: ReceiptPage): Promise<Drawing> {
  try {
    return { bytes: await draw(page) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'unknown' };
  }
}

function draw({ title, at, sections }: ReceiptPage): Promise<Buffer> {
  const made = new Date(at);
  const pdf = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, lang: 'pt-BR', displayTitle: true },
    // No time of drawing: the same receipt is the same bytes.
    info: { Title: title, Creator: 'Repasse', Producer: 'Repasse', CreationDate: made, ModDate: made },
  });
  pdf.registerFont('regular', REGULAR).registerFont('bold', BOLD);
  const bytes = bytesOf(pdf);
  pdf.font('bold', SIZE.title).text(title).moveDown(0.5);
  let isWhole = true;
  for (const { heading, rows } of sections) {
    if (heading !== null) pdf.moveDown().font('bold', SIZE.heading).text(heading, MARGIN).moveDown(0.3);
    for (const [label, value] of rows) {
      const written = writable(value);
      isWhole &&= written === value;
      row(pdf, label, written);
    }
  }
  if (!isWhole) pdf.moveDown(2).font('regular', SIZE.note).text(NOTE, MARGIN);
  pdf.end();
  return bytes;
}

function row(pdf: PDFKit.PDFDocument, label: string, value: string): void {
  const { y } = pdf;
  pdf.font('bold', SIZE.text).text(label, MARGIN, y, { width: LABELS });
  pdf.font('regular', SIZE.text).text(value, MARGIN + LABELS, y);
  pdf.moveDown(0.2);
}

/** A text with `?` for what the font has no letter of: an empty box or nothing at all would pass for another name. */
function writable(text: string): string {
  return Array.from(text, (character) => {
    if (LETTERS.has(character.codePointAt(0) ?? 0) && !FROM_THE_RIGHT.test(character)) return character;
    return UNSEEN.test(character) ? '' : '?';
  }).join('');
}

function lettersOf(file: Buffer): ReadonlySet<number> {
  const font = create(file);
  if (!('characterSet' in font)) throw new Error('the file holds more than one font');
  return new Set(font.characterSet);
}

function bytesOf(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
}

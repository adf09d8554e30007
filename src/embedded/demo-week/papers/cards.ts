import { Picture } from './picture';

/** Whose card it is. */
export interface Holder {
  readonly name: string;
  readonly cpf: string;
  readonly birthDate: string;
}

const PAPER = 0xe6efe2;
const BAND = 0x1f6b45;
const INK = 0x1b2a24;
const FAINT = 0xb9cbb6;
const WALL = 0xc9d3dc;
const SKINS = [0xf0c8a4, 0xd9a679, 0xb07a4f, 0x7d5233, 0x5d3a22] as const;
const HAIRS = [0x2b1d14, 0x4a2f1b, 0x7a4a21, 0x18130f] as const;
const SHIRTS = [0x2f5d8a, 0x8a3b3b, 0x3f7a5a, 0x6a4b86, 0x94702e] as const;

/** The front of an identity card: portrait, name, number. */
export function cardFront({ name, cpf, birthDate }: Holder): Buffer {
  const picture = blankCard('CARTEIRA DE IDENTIDADE');
  picture.box(36, 104, 176, 220, 0xf7f7f2);
  portrait(picture, 124, 214, 1, name);
  const fields = [
    ['NOME', name],
    ['CPF', masked(cpf)],
    ['NASCIMENTO', birthDate.split('-').reverse().join('/')],
    ['NACIONALIDADE', 'BRASILEIRA'],
  ] as const;
  for (const [index, [label, value]] of fields.entries())
    picture.text(240, 108 + index * 54, 2, label, BAND).text(240, 128 + index * 54, 3, value, INK);
  return picture.toPng();
}

/** Its back: a thumb's print, the office, the signature's line. */
export function cardBack({ name, cpf }: Holder): Buffer {
  const picture = blankCard('VALIDA EM TODO O TERRITORIO');
  for (let ring = 7; ring > 0; ring -= 1) {
    picture.oval(124, 214, ring * 11, ring * 15, ring % 2 === 0 ? PAPER : INK);
  }
  picture
    .text(240, 118, 2, 'REGISTRO GERAL', BAND)
    .text(240, 138, 3, `${cpf.slice(0, 2)}.${cpf.slice(2, 5)}.${cpf.slice(5, 8)}-${cpf.slice(8, 9)}`, INK)
    .text(240, 190, 2, 'ORGAO EXPEDIDOR', BAND)
    .text(240, 210, 3, 'SSP/SP', INK)
    .box(240, 306, 340, 2, INK)
    .text(240, 314, 2, name, INK);
  return picture.toPng();
}

/** Its holder with the card in one hand. */
export function selfie(holder: Holder): Buffer {
  const picture = new Picture(480, 600, WALL);
  picture.box(0, 464, 480, 136, 0xaebac4);
  portrait(picture, 240, 250, 2, holder.name);
  picture.box(286, 420, 172, 112, PAPER).box(286, 420, 172, 22, BAND);
  picture.box(298, 452, 46, 62, 0xf7f7f2);
  portrait(picture, 321, 482, 0.28, holder.name);
  picture.text(352, 458, 1, holder.name.slice(0, 16), INK).text(352, 474, 1, masked(holder.cpf), INK);
  picture.oval(296, 536, 26, 18, chosen(SKINS, holder.name));
  return picture.toPng();
}

function blankCard(title: string): Picture {
  const picture = new Picture(640, 400, PAPER);
  for (let y = 84; y < 360; y += 12) picture.box(0, y, 640, 1, FAINT);
  return picture
    .box(0, 0, 640, 80, BAND)
    .centered(320, 18, 2, 'REPUBLICA FEDERATIVA DO BRASIL', 0xffffff)
    .centered(320, 46, 3, title, 0xffffff)
    .box(0, 360, 640, 40, BAND)
    .centered(320, 373, 2, 'MODELO SEM VALOR', 0xffffff);
}

/** Head and shoulders, each person's own. */
function portrait(picture: Picture, x: number, y: number, scale: number, name: string): void {
  const size = (length: number) => Math.round(length * scale);
  const skin = chosen(SKINS, name);
  const top = y + size(58);
  for (let row = 0; row < size(50); row += 1) {
    const half = Math.round(size(78) * Math.sqrt(Math.min(1, (row + 1) / size(40))));
    picture.box(x - half, top + row, 2 * half, 1, chosen(SHIRTS, name));
  }
  picture
    .oval(x, y - size(26), size(50), size(54), chosen(HAIRS, name))
    .box(x - size(16), y + size(26), size(32), size(40), skin)
    .oval(x, y - size(8), size(40), size(48), skin)
    .oval(x - size(15), y - size(14), size(5), size(4), INK)
    .oval(x + size(15), y - size(14), size(5), size(4), INK)
    .box(x - size(14), y + size(18), size(28), size(4), 0x9b4a44);
}

/** Always the same for one name. */
function chosen(from: readonly number[], name: string): number {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return from[sum % from.length] ?? INK;
}

/** A CPF as cards print it. */
function masked(cpf: string): string {
  return cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
}

import { crc16 } from './crc16';

/** What a static BR Code says. */
export interface BrCodeFields {
  /** The receiver's Pix key. */
  readonly key: string;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly amountCents: number;
  /** 1 to 25 letters and digits. */
  readonly txid: string;
}

const GUI = 'br.gov.bcb.pix';
const BRL = '986';
const NO_CATEGORY = '0000';
const NAME_LENGTH = 25;
const CITY_LENGTH = 15;
const CRC_HEADER = '6304';

/**
 * Writes a static Pix BR Code with an amount ("copia e cola", EMV QRCPS-MPM as profiled by the Banco Central do Brasil).
 * A static one, because a dynamic one names an address at which a payment institution serves the payload.
 */
export function brCode(fields: BrCodeFields): string {
  if (!/^[A-Za-z0-9]{1,25}$/.test(fields.txid))
    throw new RangeError('A static code takes a txid of 1 to 25 characters.');
  const body = [
    field('00', '01'),
    field('26', field('00', GUI) + field('01', fields.key)),
    field('52', NO_CATEGORY),
    field('53', BRL),
    field('54', reais(fields.amountCents)),
    field('58', 'BR'),
    field('59', plain(fields.merchantName, NAME_LENGTH, 'RECEBEDOR')),
    field('60', plain(fields.merchantCity, CITY_LENGTH, 'BRASIL')),
    field('62', field('05', fields.txid)),
  ].join('');
  const unsigned = body + CRC_HEADER;
  return unsigned + crc16(unsigned);
}

/** The shortest reversible name of a charge that fits a static code: its UUID in base 36, 25 upper-case characters. */
export function txidOf(chargeId: string): string {
  return BigInt(`0x${chargeId.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, '0');
}

function field(id: string, value: string): string {
  if (value.length === 0 || value.length > 99)
    throw new RangeError(`EMV field ${id} takes 1 to 99 characters.`);
  return id + String(value.length).padStart(2, '0') + value;
}

function reais(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 1)
    throw new RangeError('An amount is a positive number of cents.');
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

// Readers take only unaccented ASCII; what is left of a name in another script may be nothing at all.
function plain(text: string, length: number, fallback: string): string {
  const ascii = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 .,&'/()-]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, length)
    .trim();
  return ascii === '' ? fallback : ascii;
}

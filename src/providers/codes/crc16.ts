const POLYNOMIAL = 0x1021;

/** What each first byte of the remainder leaves. */
const LEAVES = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8;
  for (let bit = 0; bit < 8; bit += 1)
    remainder = remainder & 0x8000 ? (remainder << 1) ^ POLYNOMIAL : remainder << 1;
  return remainder;
});

/** CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8'))
    crc = ((crc << 8) & 0xffff) ^ (LEAVES[(crc >> 8) ^ byte] ?? 0);
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

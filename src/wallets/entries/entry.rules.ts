import { createHash } from 'node:crypto';

/** What an entry can be of (money contract §12, Entries). */
export const ENTRY_KINDS = [
  'capture',
  'settlement',
  'refund',
  'withdrawal',
  'withdrawal_return',
  'anticipation',
  'dispute',
  'dispute_return',
  'reserve_release',
  'recovery',
  'transfer',
  'hold',
  'adjustment',
  'write_off',
  'reversal',
] as const;

const TIME_DIGITS = 12;

/**
 * The id of an entry: one transaction has several, each on its own account, so it is made of both. The time of the
 * transaction's id stays, the rest is a hash: a UUID of version 7 that is the same whenever it is asked for.
 */
export function entryId(transactionId: string, account: string): string {
  const time = transactionId.replaceAll('-', '').slice(0, TIME_DIGITS);
  const hash = createHash('sha256').update(`${transactionId} ${account}`).digest();
  hash.writeUInt8((hash.readUInt8(0) & 0x0f) | 0x70, 0);
  hash.writeUInt8((hash.readUInt8(2) & 0x3f) | 0x80, 2);
  const hex = time + hash.toString('hex', 0, 10);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

import { CHAIN_START, type SealedColumns, sealOf } from './chain';

/** What is wrong where a chain breaks. */
export const BREACHES = [
  /** The entry is not the one that was written: a column, its place or its seal was changed, or it was slipped in. */
  'changed',
  /** The entry is gone, or was never written. */
  'missing',
  /** A second entry with this sequence, or one that no sequence has. */
  'inserted',
  /** The entry follows the one that the head calls the last. */
  'beyond_head',
  /** The head does not fit the entry with its sequence. */
  'head_changed',
  /** There is no head: whether entries are gone after this one cannot be told. */
  'head_missing',
  /** The head that was noted elsewhere is that of no entry: those up to it are gone. */
  'noted_head_not_found',
  /** AUDIT_KEY is not the key of this log. */
  'wrong_key',
] as const;
export type Breach = (typeof BREACHES)[number];

export interface FirstBroken {
  readonly sequence: number;
  readonly reason: Breach;
}

/** An entry as it is stored; whoever changed it may have left anything. */
export interface StoredEntry extends SealedColumns {
  readonly mac: Buffer | null;
}

export interface StoredHead {
  readonly entries: string;
  readonly mac: Buffer;
  readonly key_check: Buffer | null;
}

/** Goes along a chain, entry by entry in the order of their sequence, and remembers nothing but the last. */
export class ChainWalk {
  private last = 0;
  private mac: Buffer = CHAIN_START;
  private notedFound = false;

  /** @param noted mac of a head that was kept elsewhere */
  constructor(
    private readonly key: Buffer,
    private readonly noted: Buffer | null,
  ) {}

  /** Null when the entry continues the chain. */
  step(entry: StoredEntry): FirstBroken | null {
    const expected = this.last + 1;
    const sequence = Number(entry.sequence);
    if (sequence > expected) return { sequence: expected, reason: 'missing' };
    if (sequence < expected) return { sequence, reason: 'inserted' };
    const seal = sealOf(this.key, entry, this.mac);
    if (entry.mac === null || !seal.equals(entry.mac)) return { sequence, reason: 'changed' };
    this.last = sequence;
    this.mac = seal;
    this.notedFound ||= this.noted?.equals(seal) === true;
    return null;
  }

  /** After the last entry. */
  end(head: StoredHead | null, keyCheck: Buffer): FirstBroken | null {
    const broken = (sequence: number, reason: Breach): FirstBroken => ({ sequence, reason });
    if (head === null) return broken(this.last + 1, 'head_missing');
    const entries = Number(head.entries);
    if (entries > this.last) return broken(this.last + 1, 'missing');
    if (entries < this.last) return broken(Math.max(entries, 0) + 1, 'beyond_head');
    const key = entries === 0 ? head.key_check === null : head.key_check?.equals(keyCheck) === true;
    if (!key || !this.mac.equals(head.mac)) return broken(entries, 'head_changed');
    if (this.noted !== null && !this.notedFound) return broken(entries + 1, 'noted_head_not_found');
    return null;
  }
}

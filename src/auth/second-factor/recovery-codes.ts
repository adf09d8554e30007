import { Injectable } from '@nestjs/common';
import { Randomness } from '../../common';
import { keyedHash, matchesKeyedHash } from '../../common/crypto';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { RecoveryCode } from './recovery-code.entity';

/** contract §8. */
export const RECOVERY_CODES = 10;
/** Eighty random bits: with a keyed hash beyond any guessing, and short enough to type. */
const CODE_BYTES = 10;
/** Crockford's base32: no I, L, O or U to be misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What is kept of a code. */
export interface StoredCode {
  readonly position: number;
  readonly code_mac: Buffer;
  readonly pepper_id: string;
}

/** Ten codes that each open once, kept as keyed hashes. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
  ) {}

  /** Makes all ten anew and forgets the earlier ones. They are shown this once. */
  async replace(tx: Tx, operatorId: string): Promise<string[]> {
    await this.remove(tx, operatorId);
    const codes = Array.from({ length: RECOVERY_CODES }, () => written(this.randomness.bytes(CODE_BYTES)));
    const rows = codes.map((code, index) => {
      const { keyId, mac } = keyedHash(this.config.crypto.pepper, boundText(operatorId, canonical(code)));
      return { operatorId, position: index + 1, codeMac: mac, pepperId: keyId, usedAt: null };
    });
    await tx.insert(RecoveryCode, rows);
    return codes;
  }

  async remove(tx: Tx, operatorId: string): Promise<void> {
    await tx.delete(RecoveryCode, { operatorId });
  }

  /** The position of the code among those that are left, or null. Looks at all of them, whatever it finds. */
  match(operatorId: string, typed: string, left: readonly StoredCode[]): number | null {
    const text = boundText(operatorId, canonical(typed));
    let found: number | null = null;
    for (const { position, code_mac, pepper_id } of left) {
      const matches = matchesKeyedHash(this.config.crypto.pepper, text, { keyId: pepper_id, mac: code_mac });
      if (matches) found ??= position;
    }
    return found;
  }

  /** False when another log-in used it meanwhile. */
  async use(tx: Tx, operatorId: string, position: number, now: Date): Promise<boolean> {
    const [, used] = await tx.query<[unknown, number]>(
      `UPDATE operator_recovery_codes SET used_at = $3
       WHERE operator_id = $1 AND position = $2 AND used_at IS NULL`,
      [operatorId, position, now],
    );
    return used === 1;
  }
}

/** `ABCD-EFGH-JKMN-PQRS`. */
function written(bytes: Buffer): string {
  let bits = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  let text = '';
  for (let index = 0; index < (CODE_BYTES * 8) / 5; index += 1) {
    text = ALPHABET.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** As somebody may type it: any case, with or without separators, and the letters that are mistaken for digits. */
function canonical(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

function boundText(operatorId: string, code: string): string {
  return `${operatorId}\n${code}`;
}

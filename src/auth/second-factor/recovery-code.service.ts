import { Injectable } from '@nestjs/common';
import { Randomness } from '../../common';
import { keyedHash, matchesKeyedHash } from '../../common/crypto';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { RecoveryCodeRepository, type StoredCode } from './recovery-code.repository';

/** contract §8. */
const RECOVERY_CODES = 10;
/** Eighty random bits: with a keyed hash beyond any guessing, and short enough to type. */
const CODE_BYTES = 10;
/** Crockford's base32: no I, L, O or U to be misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten codes that each open once, kept as keyed hashes. */
@Injectable()
export class RecoveryCodeService {
  constructor(
    private readonly codes: RecoveryCodeRepository,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
  ) {}

  /** Makes all ten anew and forgets the earlier ones. They are shown this once. */
  async replace(tx: Tx, operatorId: string): Promise<string[]> {
    await this.codes.deleteAll(tx, operatorId);
    const codes = Array.from({ length: RECOVERY_CODES }, () => written(this.randomness.bytes(CODE_BYTES)));
    const stored = codes.map((code, index): StoredCode => {
      const { keyId, mac } = keyedHash(this.config.crypto.pepper, boundText(operatorId, canonical(code)));
      return { position: index + 1, codeMac: mac, pepperId: keyId };
    });
    await this.codes.insert(tx, operatorId, stored);
    return codes;
  }

  /** The position of the code among those that are left, or null. Looks at all of them, whatever it finds. */
  match(operatorId: string, typed: string, left: readonly StoredCode[]): number | null {
    const text = boundText(operatorId, canonical(typed));
    let found: number | null = null;
    for (const { position, codeMac, pepperId } of left) {
      const matches = matchesKeyedHash(this.config.crypto.pepper, text, { keyId: pepperId, mac: codeMac });
      if (matches) found ??= position;
    }
    return found;
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

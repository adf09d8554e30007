import { Injectable } from '@nestjs/common';
import { type RotationResult, SecretBox, type SecretRotation } from '../../common/crypto';
import { type Tx, TxRunner } from '../../database';
import { totpRow } from './totp-row';

const ROWS_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface SealedRow {
  readonly id: string;
  readonly box: string;
}

/** Encrypts the secrets of operators' one-time codes anew with the newest key, so that older ones can leave the ring. */
@Injectable()
export class RotateTotpSecrets implements SecretRotation {
  constructor(
    private readonly transactions: TxRunner,
    private readonly box: SecretBox,
  ) {}

  /** A few at a time, beside the running service. `failed` are the operators whose secret no key opens. */
  async execute(): Promise<RotationResult> {
    const failed: string[] = [];
    let rotated = 0;
    let after = FIRST_ID;
    for (;;) {
      const rows = await this.transactions.run(async (tx) => {
        const outcomes: { id: string; done: boolean }[] = [];
        for (const row of await this.lockOld(tx, after))
          outcomes.push({ id: row.id, done: await this.rotate(tx, row) });
        return outcomes;
      });
      rotated += rows.filter(({ done }) => done).length;
      failed.push(...rows.filter(({ done }) => !done).map(({ id }) => id));
      const last = rows.at(-1);
      if (last === undefined) return { rotated, failed };
      after = last.id;
    }
  }

  private lockOld(tx: Tx, after: string): Promise<SealedRow[]> {
    return tx.query<SealedRow[]>(
      `SELECT id, totp_secret_box AS box FROM operators
        WHERE id > $1 AND totp_secret_box IS NOT NULL AND NOT starts_with(totp_secret_box, $2)
        ORDER BY id LIMIT $3 FOR NO KEY UPDATE`,
      [after, this.box.newestPrefix, ROWS_AT_ONCE],
    );
  }

  private async rotate(tx: Tx, { id, box }: SealedRow): Promise<boolean> {
    const anew = this.sealedAnew(id, box);
    if (anew === null) return false;
    await tx.query('UPDATE operators SET totp_secret_box = $2 WHERE id = $1', [id, anew]);
    return true;
  }

  private sealedAnew(id: string, box: string): string | null {
    try {
      return this.box.seal(this.box.open(box, totpRow(id)), totpRow(id));
    } catch {
      return null;
    }
  }
}

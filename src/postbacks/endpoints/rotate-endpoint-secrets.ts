import { Injectable } from '@nestjs/common';
import type { RotationResult, SecretRotation } from '../../common/crypto';
import { type Tx, TxRunner } from '../../database';
import { EndpointSecrets } from './endpoint-secrets';

const ROWS_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Boxes {
  readonly id: string;
  readonly current: string;
  readonly previous: string | null;
}

/** Encrypts the secrets of endpoints anew with the newest key, so that the older ones can leave the ring. */
@Injectable()
export class RotateEndpointSecrets implements SecretRotation {
  constructor(
    private readonly txRunner: TxRunner,
    private readonly secrets: EndpointSecrets,
  ) {}

  /** Goes through all of them a few at a time; `failed` are endpoints. Done again it finds nothing to do. */
  async execute(): Promise<RotationResult> {
    const failed: string[] = [];
    let rotated = 0;
    let after = FIRST_ID;
    for (;;) {
      const rows = await this.txRunner.run(async (tx) => {
        const found = await this.lockOld(tx, after);
        for (const row of found) {
          if (await this.rotate(tx, row)) rotated += 1;
          else failed.push(row.id);
        }
        return found;
      });
      const last = rows.at(-1);
      if (last === undefined) return { rotated, failed };
      after = last.id;
    }
  }

  private async lockOld(tx: Tx, after: string): Promise<Boxes[]> {
    return tx.query<Boxes[]>(
      `SELECT id, secret_box AS current, previous_secret_box AS previous FROM postback_endpoints
        WHERE id > $1 AND secret_box IS NOT NULL
          AND NOT (starts_with(secret_box, $2) AND starts_with(coalesce(previous_secret_box, $2), $2))
        ORDER BY id LIMIT $3 FOR NO KEY UPDATE`,
      [after, this.secrets.newestPrefix, ROWS_AT_ONCE],
    );
  }

  private async rotate(tx: Tx, { id, current, previous }: Boxes): Promise<boolean> {
    const sealed = this.sealedAnew(id, [current, previous]);
    if (sealed === null) return false;
    // Neither version nor updated_at: nothing that the merchant sees has changed.
    await tx.query('UPDATE postback_endpoints SET secret_box = $2, previous_secret_box = $3 WHERE id = $1', [
      id,
      ...sealed,
    ]);
    return true;
  }

  private sealedAnew(id: string, boxes: readonly (string | null)[]): (string | null)[] | null {
    try {
      return boxes.map((box) => (box === null ? null : this.secrets.seal(id, this.secrets.open(id, box))));
    } catch {
      return null;
    }
  }
}

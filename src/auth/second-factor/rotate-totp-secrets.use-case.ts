import { Injectable } from '@nestjs/common';
import { type RotationResult, SecretBox, type SecretRotation } from '../../common/crypto';
import { type Tx, TxRunner } from '../../database';
import { OperatorRepository, type SealedTotpSecret } from '../operators/operator.repository';
import { totpContext } from './second-factor.service';

const ROWS_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Encrypts the secrets of operators' one-time codes anew with the newest key, so that older ones can leave the ring. */
@Injectable()
export class RotateTotpSecretsUseCase implements SecretRotation {
  constructor(
    private readonly operators: OperatorRepository,
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

  private lockOld(tx: Tx, after: string): Promise<SealedTotpSecret[]> {
    const { newestPrefix } = this.box;
    return this.operators.lockTotpSecrets(tx, { after, newestPrefix, limit: ROWS_AT_ONCE });
  }

  private async rotate(tx: Tx, { id, box }: SealedTotpSecret): Promise<boolean> {
    const anew = this.sealedAnew(id, box);
    if (anew === null) return false;
    await this.operators.update(tx, id, { totpSecretBox: anew });
    return true;
  }

  private sealedAnew(id: string, box: string): string | null {
    try {
      return this.box.seal(this.box.open(box, totpContext(id)), totpContext(id));
    } catch {
      return null;
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { RotationResult, SecretRotation } from '../../common/crypto';
import { type Tx, TxRunner } from '../../database';
import { EndpointRepository, type SealedEndpoint } from './endpoint.repository';
import { EndpointSecretService } from './endpoint-secret.service';

const ROWS_AT_ONCE = 100;

/** Encrypts the secrets of endpoints anew with the newest key, so that the older ones can leave the ring. */
@Injectable()
export class RotateEndpointSecretsUseCase implements SecretRotation {
  constructor(
    private readonly txRunner: TxRunner,
    private readonly endpoints: EndpointRepository,
    private readonly secrets: EndpointSecretService,
  ) {}

  /** Goes through all of them a few at a time; `failed` are endpoints. Done again it finds nothing to do. */
  async execute(): Promise<RotationResult> {
    const failed: string[] = [];
    let rotated = 0;
    let after: SealedEndpoint | null = null;
    for (;;) {
      const rows: SealedEndpoint[] = await this.txRunner.run(async (tx) => {
        const found = await this.endpoints.lockOldSecrets(tx, this.secrets.newestPrefix, after, ROWS_AT_ONCE);
        for (const row of found) {
          if (await this.rotate(tx, row)) rotated += 1;
          else failed.push(row.id);
        }
        return found;
      });
      const last = rows.at(-1);
      if (last === undefined) return { rotated, failed };
      after = last;
    }
  }

  private async rotate(tx: Tx, endpoint: SealedEndpoint): Promise<boolean> {
    const sealed = this.sealedAnew(endpoint);
    if (sealed !== null) await this.endpoints.updateSecrets(tx, sealed);
    return sealed !== null;
  }

  /** Null when no key of the ring opens them. */
  private sealedAnew(endpoint: SealedEndpoint): SealedEndpoint | null {
    const { id, current, previous } = endpoint;
    const anew = (box: string): string => this.secrets.seal(id, this.secrets.open(id, box));
    try {
      return { ...endpoint, current: anew(current), previous: previous === null ? null : anew(previous) };
    } catch {
      return null;
    }
  }
}

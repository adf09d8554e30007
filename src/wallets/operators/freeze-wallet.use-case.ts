import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { AuditLog, operatorActor } from '../../common/audit';
import { assertVersion, Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { WalletLifecycle } from '../wallet.lifecycle';
import { WalletReader } from '../wallet.reader';
import { WalletRepository } from '../wallet.repository';

/** Which wallet an operator decides on, and the version that they saw. */
export interface WalletRequest {
  readonly operator: OperatorIdentity;
  readonly id: string;
  readonly expectedVersion: number | null;
}

/** An operator freezes a wallet, or ends that: withdrawals, anticipations and transfers wait (money contract §12, Frozen). */
@Injectable()
export class FreezeWalletUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletRepository,
    private readonly reader: WalletReader,
    private readonly lifecycle: WalletLifecycle,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, INVALID_STATE. The reason is the operators' own. */
  execute(
    { operator, id, expectedVersion }: WalletRequest,
    change: 'freeze' | 'unfreeze',
    reason: string,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const { merchantId } = await this.reader.getAnyRecord(id, tx);
      const wallet = await this.wallets.lock(tx, merchantId, id);
      if (wallet === null) throw new Error('no wallet ends');
      assertVersion(wallet.version, expectedVersion);
      await this.lifecycle[change](tx, wallet);
      await this.audit.append(tx, {
        action: change === 'freeze' ? 'wallet.frozen' : 'wallet.unfrozen',
        actor: operatorActor(operator),
        target: { type: 'wallet', id },
        merchantId,
        details: { reason },
      });
      const message = change === 'freeze' ? 'Frozen.' : 'Not frozen any more by an operator.';
      return ok(message, await this.reader.respondToOperator(wallet, tx));
    });
  }
}

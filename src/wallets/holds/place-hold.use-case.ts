import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { localDay } from '../../common/calendar';
import { insufficientBalance, validationFailed } from '../../common/errors';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { LedgerService, walletAccount } from '../../ledger';
import { WalletReader } from '../wallet.reader';
import { Hold } from './hold.entity';
import { HoldRepository } from './hold.repository';
import { toHoldResponse } from './hold.response';
import type { PlaceHoldBody } from './place-hold.body';

/** An operator holds money of a wallet: it is blocked until it is released (money contract §20). */
@Injectable()
export class PlaceHoldUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletReader,
    private readonly holds: HoldRepository,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, VALIDATION_FAILED for a day that is no later one, INSUFFICIENT_BALANCE. */
  execute(
    operator: OperatorIdentity,
    walletId: string,
    body: PlaceHoldBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const { merchantId } = await this.wallets.getAnyRecord(walletId, tx);
      const now = this.clock.now();
      const releaseDate = body.release_date ?? null;
      if (releaseDate !== null && releaseDate <= localDay(now))
        throw validationFailed([{ field: 'release_date', code: 'past', message: 'must be a later day' }]);
      const hold = Object.assign(new Hold(), {
        merchantId,
        id: this.ids.next(),
        walletId: walletId.toLowerCase(),
        amountCents: body.amount,
        reason: body.reason,
        releaseDate,
        placedBy: operator.operatorId,
        releasedBy: null,
        releasedAt: null,
        createdAt: now,
      });
      await this.block(tx, hold);
      await this.audit.append(tx, {
        action: 'hold.placed',
        actor: operatorActor(operator),
        target: { type: 'wallet', id: hold.walletId },
        merchantId,
        details: {
          hold: hold.id,
          amount: hold.amountCents,
          reason: hold.reason,
          release_date: hold.releaseDate,
        },
      });
      return created('Held.', toHoldResponse(hold, new Map([[operator.operatorId, operator.email]])));
    });
  }

  private async block(tx: Tx, hold: Hold): Promise<void> {
    const { merchantId, id, walletId, amountCents } = hold;
    const available = walletAccount(walletId, 'available');
    const [held = 0] = await this.ledger.lock(tx, merchantId, [available]);
    if (amountCents > held)
      throw insufficientBalance({ field: 'amount', heldCents: held, neededCents: amountCents });
    await this.holds.insert(tx, hold);
    await this.ledger.post(tx, [
      {
        merchantId,
        reference: `hold:${id}`,
        kind: 'hold',
        resource: { type: 'hold', id },
        occurredAt: hold.createdAt,
        lines: [
          { account: available, amountCents: -amountCents },
          { account: walletAccount(walletId, 'blocked'), amountCents },
        ],
      },
    ]);
  }
}

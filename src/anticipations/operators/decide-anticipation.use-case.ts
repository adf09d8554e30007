import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { localDay } from '../../common/calendar';
import { commonErrors } from '../../common/errors';
import { assertVersion, Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { WalletFundsService } from '../../wallets';
import type { RefusalCode } from '../anticipation.entity';
import { AnticipationLifecycle } from '../anticipation.lifecycle';
import { AnticipationRepository } from '../anticipation.repository';
import { OpenAnticipationService } from '../items/open-anticipation.service';
import { OperatorAnticipationReader } from './operator-anticipation.reader';

/** Why it is refused: the merchant reads both. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string | null;
}

/** Who decides on which anticipation, and the version that they saw. */
export interface AnticipationDecision {
  readonly operator: OperatorIdentity;
  readonly id: string;
  /** Null: it is approved. */
  readonly refusal: Refusal | null;
  readonly expectedVersion: number | null;
}

/** An operator approves or refuses a pending anticipation; approved, it is paid at once when its day has come (money contract §16). */
@Injectable()
export class DecideAnticipationUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly anticipations: AnticipationRepository,
    private readonly open: OpenAnticipationService,
    private readonly wallets: WalletFundsService,
    private readonly lifecycle: AnticipationLifecycle,
    private readonly reader: OperatorAnticipationReader,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, INVALID_STATE. */
  execute(
    { operator, id, refusal, expectedVersion }: AnticipationDecision,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const found = await this.anticipations.findAny(id, tx);
      if (found === null) throw commonErrors.NOT_FOUND();
      const { merchantId, walletId } = found;
      const wallet = await this.wallets.hold(tx, merchantId, walletId);
      const open = await this.open.lock(tx, { merchantId, id });
      if (open === null) throw new Error('no anticipation is deleted');
      const { anticipation } = open;
      assertVersion(anticipation.version, expectedVersion);
      const amount = anticipation.amountCents;
      if (refusal === null) {
        await this.lifecycle.approve(tx, open);
        const hasCome = anticipation.paymentDate <= localDay(this.clock.now());
        if (hasCome && !this.wallets.isFrozen(wallet)) await this.lifecycle.pay(tx, open, 'due');
      } else await this.lifecycle.refuse(tx, open, refusal.code, refusal.message);
      await this.audit.append(tx, {
        action: refusal === null ? 'anticipation.approved' : 'anticipation.refused',
        actor: operatorActor(operator),
        target: { type: 'anticipation', id },
        merchantId,
        details: { amount, ...(refusal === null ? {} : { code: refusal.code }) },
      });
      const message = refusal === null ? 'Approved.' : 'Refused.';
      return ok(message, await this.reader.respond(anticipation, tx));
    });
  }
}

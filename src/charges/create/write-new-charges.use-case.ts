import { Injectable } from '@nestjs/common';
import {
  type ClaimParameters,
  Idempotency,
  type IdempotencyRequest,
  KeyedCreations,
  type KeyedWrite,
  type Reply,
} from '../../common/http';
import { Outbox, type OutboxRow } from '../../common/outbox';
import { asLast, type Tx, TxRunner } from '../../database';
import type { NewCharge } from './new-charge';
import { NewChargeRepository } from './new-charge.repository';
import { type Recipients, RecipientsService } from './recipients.service';

/** A charge with everything that is written with it. */
export interface PreparedCharge extends KeyedWrite {
  readonly rows: NewCharge;
  readonly event: OutboxRow;
  readonly recipients: Recipients;
  /** What else its transaction has to do; null for most. */
  readonly before: ((tx: Tx) => Promise<void>) | null;
}

/** Writes new charges, all that wait in one statement; who needs a recipient that another transaction holds is written alone. */
@Injectable()
export class WriteNewChargesUseCase {
  private readonly groups: KeyedCreations<PreparedCharge>;

  constructor(
    transactions: TxRunner,
    idempotency: Idempotency,
    private readonly recipients: RecipientsService,
    private readonly repository: NewChargeRepository,
    private readonly outbox: Outbox,
  ) {
    this.groups = new KeyedCreations(transactions, idempotency, {
      joins: ({ before }) => before === null,
      hold: {
        needsNothing: (charge) => recipients.areNone(charge.recipients),
        free: (tx, charges) =>
          recipients.lockFree(
            tx,
            charges.map((charge) => charge.recipients),
          ),
      },
      together: (tx, charges, claims) => this.together(tx, charges, claims),
      alone: (tx, charge) => this.alone(tx, charge),
    });
  }

  /** Answers the reply of the charge, or that of an earlier request with its key. Throws what refuses it, BusyError when too many wait. */
  async execute(key: IdempotencyRequest, prepare: () => Promise<PreparedCharge>): Promise<Reply> {
    return this.groups.write(key, prepare);
  }

  private async together(
    tx: Tx,
    charges: readonly PreparedCharge[],
    claims: ClaimParameters,
  ): Promise<ReadonlySet<string>> {
    this.outbox.announce(tx);
    return this.repository.insertUnrepeated(tx, charges, claims);
  }

  private async alone(tx: Tx, charge: PreparedCharge): Promise<void> {
    await this.recipients.lock(tx, charge.recipients);
    await charge.before?.(tx);
    this.outbox.announce(tx);
    await asLast(tx, () => this.repository.insert(tx, [charge]));
  }
}

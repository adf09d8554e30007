import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, KeyTaken, type Reply } from '../../common/http';
import { Outbox, type OutboxRow } from '../../common/outbox';
import { asLast, Grouped, hasRefused, type Tx, TxRunner } from '../../database';
import type { NewCharge } from './new-charge';
import { NewChargeRepository } from './new-charge.repository';
import { type Recipients, RecipientsService } from './recipients.service';

/** A charge with everything that is written with it. */
export interface PreparedCharge {
  readonly rows: NewCharge;
  readonly event: OutboxRow;
  readonly recipients: Recipients;
  readonly key: IdempotencyRequest;
  /** Stored under the key, in the same transaction. */
  readonly reply: Reply;
  /** What else its transaction has to do; null for most. */
  readonly before: ((tx: Tx) => Promise<void>) | null;
}

/** One statement writes so many charges at most; two are under way at once, so that one computes while one commits. */
const GROUPS = { atOnce: 2, size: 64, waiting: 2_000 };

/** For another process that writes under the same key at this moment; the others of the group wait with it. */
const GROUP_WAITS_MS = 50;

type Outcome = 'written' | 'taken' | 'alone';

/**
 * Writes new charges, all that wait in one statement (decision 0028): what a transaction costs is paid once for many. A
 * group waits for nobody: who needs a recipient that another transaction holds, and everybody of a group that the database
 * refused, is written alone. So no charge fails, or waits, because of another one.
 */
@Injectable()
export class WriteNewChargesUseCase {
  private readonly groups = new Grouped<PreparedCharge, Outcome>(GROUPS, (charges) => this.together(charges));

  constructor(
    private readonly transactions: TxRunner,
    private readonly recipients: RecipientsService,
    private readonly repository: NewChargeRepository,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
  ) {}

  /** Throws what refuses the charge, KeyTaken or KeyHeld when another request has its key, BusyError when too many wait. */
  async execute(charge: PreparedCharge): Promise<void> {
    const outcome = charge.before === null ? await this.groups.run(charge) : 'alone';
    if (outcome === 'taken') throw new KeyTaken();
    if (outcome === 'alone') await this.alone(charge);
  }

  private async together(charges: readonly PreparedCharge[]): Promise<Outcome[]> {
    // Without recipients that are to be held until it is committed one statement is all there is to do.
    const holdsNobody = charges.every(({ recipients }) => this.recipients.areNone(recipients));
    const write = (tx: Tx): Promise<Outcome[]> => this.writeFree(tx, charges);
    try {
      return await (holdsNobody ? this.transactions.runStatement(write) : this.transactions.run(write));
    } catch (error) {
      // Refused as a whole, for what one of them is. Of a connection that was lost nobody knows how it ended.
      if (!hasRefused(error)) throw error;
      return charges.map(() => 'alone');
    }
  }

  private async writeFree(tx: Tx, charges: readonly PreparedCharge[]): Promise<Outcome[]> {
    const areFree = await this.recipients.lockFree(
      tx,
      charges.map(({ recipients }) => recipients),
    );
    const free = charges.filter((_, index) => areFree[index]);
    const claims = free.map(({ key, reply }) => ({ request: key, answer: reply }));
    this.outbox.announce(tx);
    const written = await asLast(tx, () =>
      this.repository.insertUnrepeated(tx, free, this.idempotency.claimParameters(claims, GROUP_WAITS_MS)),
    );
    return charges.map(({ rows: { charge } }, index) => {
      if (areFree[index] !== true) return 'alone';
      return written.has(charge.id) ? 'written' : 'taken';
    });
  }

  private async alone(charge: PreparedCharge): Promise<void> {
    const { key, reply, recipients, before } = charge;
    await this.transactions.run(async (tx) => {
      // The key first: whoever repeats the request meanwhile, through another process, is told so.
      if (!(await this.idempotency.claim(tx, { request: key, answer: reply }))) throw new KeyTaken();
      await this.recipients.lock(tx, recipients);
      await before?.(tx);
      this.outbox.announce(tx);
      await asLast(tx, () => this.repository.insert(tx, [charge]));
    }, key.bulkhead);
  }
}

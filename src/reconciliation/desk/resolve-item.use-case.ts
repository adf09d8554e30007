import { Injectable } from '@nestjs/common';
import {
  type OperatorIdentity,
  OperatorReader,
  secondOperatorRequired,
  SecondOperatorService,
} from '../../auth';
import { Clock, iso, isoOrNull } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import {
  accepted,
  Idempotency,
  type IdempotencyRequest,
  ok,
  type PendingThing,
  type Reply,
} from '../../common/http';
import type { Tx } from '../../database';
import { ItemPostingService } from '../reading/item-posting.service';
import { FIRST_REQUEST, ItemRepository } from '../reading/item.repository';
import type { ReconciliationItem } from '../reconciliation-item.entity';
import { expiryOf, firstOf } from './four-eyes.rules';
import { ReconciliationReader } from './reconciliation.reader';
import type { ResolveItemBody } from './resolve-item.body';

const KEPT = 'Kept for 24 hours: it is carried out when another operator asks for the same.';
const RESOLVED = 'Resolved.';
const ENDED = 'The adjustment does not wait any more: the item';

export interface ItemKey {
  readonly reconciliationId: string;
  readonly itemId: string;
}

/** An operator explains a difference; two of them post it against suspense (money contract §§ 19, 20, decision 0019). */
@Injectable()
export class ResolveItemUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly items: ItemRepository,
    private readonly posting: ItemPostingService,
    private readonly reader: ReconciliationReader,
    private readonly operators: OperatorReader,
    private readonly seconds: SecondOperatorService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, SECOND_OPERATOR_REQUIRED. */
  execute(
    operator: OperatorIdentity,
    { reconciliationId, itemId }: ItemKey,
    { action, note }: ResolveItemBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const work = async (tx: Tx): Promise<Reply> => {
      const found = await this.items.findById(itemId, tx);
      if (found?.reconciliationId !== reconciliationId) throw commonErrors.NOT_FOUND();
      // A reading that goes on may take the same item: it comes first, or waits.
      await this.items.lockProvider(tx, found.provider);
      const item = await this.items.lock(tx, reconciliationId, itemId);
      if (item === null) throw commonErrors.NOT_FOUND();
      assertOpen(item);
      const isKept = action === 'adjust' && (await this.isFirstOfTwo(tx, item, operator, note));
      if (!isKept) await this.resolve(tx, item, operator, { action, note });
      await this.items.update(tx, item);
      await this.record(tx, item, operator, isKept ? 'adjustment_requested' : `${action}ed`, note);
      const response = await this.reader.respond(item, operator.operatorId, tx);
      if (!isKept) return ok(RESOLVED, response);
      const at = iso(item.askedAt ?? this.clock.now());
      const thing = { kind: FIRST_REQUEST.kind, merchantId: item.merchantId, id: itemId, at };
      return accepted(KEPT, response).waitingFor(thing);
    };
    return this.idempotency.run(key, work, (tx, thing) => this.answerAnew(tx, operator.operatorId, thing));
  }

  /** What a first request is answered when it is repeated under its key: it waits, or what became of it. */
  private async answerAnew(tx: Tx, operatorId: string, thing: PendingThing): Promise<Reply> {
    const item = await this.items.findById(thing.id, tx);
    if (item === null) throw new Error('no item is deleted');
    const response = await this.reader.respond(item, operatorId, tx);
    const { status, resolution, askedAt } = item;
    const isSame = isoOrNull(askedAt) === thing.at;
    if (resolution === 'adjust') return ok(isSame ? RESOLVED : `${ENDED} was adjusted otherwise.`, response);
    if (resolution === 'explain') return ok(`${ENDED} was explained.`, response);
    if (status === 'matched') return ok(`${ENDED} agrees with the books now.`, response);
    if (!isSame || askedAt === null) return ok(`${ENDED} is to be adjusted with other words.`, response);
    if (expiryOf(askedAt) <= this.clock.now())
      return ok('It does not wait any more: nobody asked for the same within 24 hours.', response);
    return accepted(KEPT, response).waitingFor(thing);
  }

  /** Whether this is kept until another operator asks for the same. Throws SECOND_OPERATOR_REQUIRED. */
  private async isFirstOfTwo(
    tx: Tx,
    item: ReconciliationItem,
    { operatorId }: OperatorIdentity,
    note: string,
  ): Promise<boolean> {
    if (item.merchantId === null)
      throw commonErrors.INVALID_STATE({
        message: 'Nobody knows whose book this is about: explain it, or have it corrected by the provider.',
      });
    const now = this.clock.now();
    const first = firstOf(item, note, now);
    if (first === null) {
      Object.assign(item, { askedBy: operatorId, askedNote: note, askedAt: now, updatedAt: now });
      return true;
    }
    const [hindrance = null] = await this.seconds.listHindrances([first], operatorId, tx);
    if (hindrance === null) return false;
    const emails = await this.operators.findEmails([first.operatorId], tx);
    const email = emails.get(first.operatorId) ?? '';
    throw secondOperatorRequired({ decision: 'adjust', email, decidedAt: first.decidedAt }, hindrance);
  }

  /** What is explained changes no book; but a line whose money agrees is posted once its day is explained. */
  private async resolve(
    tx: Tx,
    item: ReconciliationItem,
    { operatorId }: OperatorIdentity,
    { action, note }: ResolveItemBody,
  ): Promise<void> {
    const now = this.clock.now();
    Object.assign(item, {
      resolution: action,
      note,
      resolvedBy: operatorId,
      resolvedAt: now,
      updatedAt: now,
    });
    if (action === 'explain') Object.assign(item, { askedBy: null, askedNote: null, askedAt: null });
    if (action === 'adjust' || item.status === 'date_differs') await this.posting.post(tx, [item]);
  }

  private async record(
    tx: Tx,
    item: ReconciliationItem,
    operator: OperatorIdentity,
    what: string,
    note: string,
  ): Promise<void> {
    const { id, merchantId, provider, type, reference, status, expectedCents, grossCents } = item;
    await this.audit.append(tx, {
      action: `reconciliation.${what}`,
      actor: operatorActor(operator),
      target: { type: 'reconciliation_item', id },
      ...(merchantId === null ? {} : { merchantId }),
      details: { provider, type, reference, status, expected: expectedCents, reported: grossCents, note },
    });
  }
}

function assertOpen({ status, resolution }: ReconciliationItem): void {
  if (status === 'matched') throw commonErrors.INVALID_STATE({ message: 'The books and the report agree.' });
  if (resolution !== null) throw commonErrors.INVALID_STATE({ message: 'It is resolved already.' });
}

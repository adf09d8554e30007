import { Injectable } from '@nestjs/common';
import {
  type OperatorIdentity,
  OperatorReader,
  secondOperatorRequired,
  SecondOperatorService,
} from '../../auth';
import { Clock, IdGenerator, iso } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { accepted, ok, type PendingThing, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { MoneyRequest } from './money-request.entity';
import { MoneyRequestReader } from './money-request.reader';
import { FIRST_REQUEST, MoneyRequestRepository } from './money-request.repository';
import { referenceOf } from './money-request.response';
import { fingerprintOf, KEPT_MS, outcomeOf, statusOf, type Wanted } from './money-request.rules';
import { moneyRequestTransitions, type MoneyStatus, type MoneyTrigger } from './money-request.transitions';

/** Two that meet wait for each other's row: after that one of them is there to be found. */
const LOOKS = 3;

const KEPT = 'Kept for 24 hours: it is carried out when another operator asks for the same.';
const CARRIED_OUT = 'Carried out.';

/** What an operator asks for, and what is done once a second one asked for it too. */
export interface SharedRequest {
  readonly operator: OperatorIdentity;
  readonly wanted: Wanted;
  /** Throws what keeps it from being carried out now. */
  readonly check: () => Promise<void>;
  /** Posts it under this reference. */
  readonly carryOut: (request: MoneyRequest) => Promise<void>;
}

/**
 * Four eyes over what operators change in books, whatever the merchant's mode (money contract §20, decision 0019): the first
 * request is kept for 24 hours, the same one by another operator carries it out.
 */
@Injectable()
export class TwoOperatorsService {
  constructor(
    private readonly requests: MoneyRequestRepository,
    private readonly reader: MoneyRequestReader,
    private readonly operators: OperatorReader,
    private readonly seconds: SecondOperatorService,
    private readonly audit: AuditLog,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Throws SECOND_OPERATOR_REQUIRED, INVALID_STATE for what was carried out, and what `check` and `carryOut` throw. */
  async share(tx: Tx, shared: SharedRequest): Promise<Reply> {
    for (let look = 0; look < LOOKS; look += 1) {
      const first = await this.find(tx, shared.wanted);
      if (first !== null) {
        await this.assertSecond(tx, first, shared.operator.operatorId);
        await shared.carryOut(first);
        await this.end(tx, first, 'carry_out', shared.operator);
        return ok(CARRIED_OUT, await this.reader.respond(first, shared.operator.operatorId, tx));
      }
      const kept = await this.keep(tx, shared);
      if (kept === null) continue;
      const { merchantId, id, requestedAt } = kept;
      const thing = { kind: FIRST_REQUEST.kind, merchantId, id, at: iso(requestedAt) };
      return accepted(KEPT, await this.reader.respond(kept, shared.operator.operatorId, tx)).waitingFor(
        thing,
      );
    }
    throw commonErrors.UNAVAILABLE();
  }

  /** What a first request is answered when it is repeated under its key: it waits, or what became of it. */
  async answerAnew(tx: Tx, operatorId: string, thing: PendingThing): Promise<Reply> {
    if (thing.merchantId === null) throw new Error('what is in a book is a merchant’s');
    const request = await this.requests.get(tx, thing.merchantId, thing.id);
    const response = await this.reader.respond(request, operatorId, tx);
    switch (statusOf(request, this.clock.now())) {
      case 'waiting':
        return accepted(KEPT, response).waitingFor(thing);
      case 'carried_out':
        return ok(CARRIED_OUT, response);
      case 'withdrawn':
        return ok('It does not wait any more: it was withdrawn.', response);
      case 'expired':
        return ok('It does not wait any more: nobody asked for the same within 24 hours.', response);
    }
  }

  /** Ends a locked request, which waits. */
  async end(
    tx: Tx,
    request: MoneyRequest,
    trigger: Extract<MoneyTrigger, 'carry_out' | 'withdraw'>,
    operator: OperatorIdentity,
  ): Promise<void> {
    const status = await this.change(tx, request, trigger, operator.operatorId);
    await this.record(tx, request, `${request.action}.${status}`, operator);
  }

  /** The same request that waits or was carried out; one whose time is over ends here. */
  private async find(tx: Tx, wanted: Wanted): Promise<MoneyRequest | null> {
    const now = this.clock.now();
    const key = { merchantId: wanted.merchantId, fingerprint: fingerprintOf(wanted) };
    const same = await this.requests.lockSame(tx, key, new Date(now.getTime() - KEPT_MS));
    if (same === null) return null;
    if (same.outcome === 'carried_out')
      throw commonErrors.INVALID_STATE({
        message:
          'Two operators have carried out the same request within 24 hours. If it is another one, say so in its reason.',
      });
    if (same.expiresAt > now) return same;
    await this.change(tx, same, 'expire', null);
    return null;
  }

  private async assertSecond(tx: Tx, first: MoneyRequest, operatorId: string): Promise<void> {
    const step = { operatorId: first.requestedBy, decidedAt: first.requestedAt };
    const [hindrance = null] = await this.seconds.listHindrances([step], operatorId, tx);
    if (hindrance === null) return;
    const emails = await this.operators.findEmails([first.requestedBy], tx);
    const email = emails.get(first.requestedBy) ?? '';
    throw secondOperatorRequired({ decision: first.action, email, decidedAt: first.requestedAt }, hindrance);
  }

  /** Null when somebody else kept the same one meanwhile. */
  private async keep(tx: Tx, { operator, wanted, check }: SharedRequest): Promise<MoneyRequest | null> {
    await check();
    const requestedAt = this.clock.now();
    const request = Object.assign(new MoneyRequest(), wanted, {
      id: this.ids.next(),
      fingerprint: fingerprintOf(wanted),
      requestedBy: operator.operatorId,
      requestedAt,
      expiresAt: new Date(requestedAt.getTime() + KEPT_MS),
      outcome: outcomeOf(moneyRequestTransitions.next(null, 'request')),
      endedBy: null,
      endedAt: null,
    });
    if (!(await this.requests.insert(tx, request))) return null;
    await this.record(tx, request, `${request.action}.requested`, operator);
    return request;
  }

  private async change(
    tx: Tx,
    request: MoneyRequest,
    trigger: MoneyTrigger,
    by: string | null,
  ): Promise<MoneyStatus> {
    const status = moneyRequestTransitions.next(request.outcome ?? 'waiting', trigger);
    await this.requests.end(tx, request, { status, by, at: this.clock.now() });
    return status;
  }

  private async record(
    tx: Tx,
    request: MoneyRequest,
    action: `${string}.${string}`,
    operator: OperatorIdentity,
  ): Promise<void> {
    const { merchantId, walletId, transactionId, debit, credit, amountCents, reason } = request;
    await this.audit.append(tx, {
      action,
      actor: operatorActor(operator),
      target:
        walletId === null
          ? { type: 'ledger_transaction', id: transactionId ?? '' }
          : { type: 'wallet', id: walletId },
      merchantId,
      details: { request: referenceOf(request), debit, credit, amount: amountCents, reason },
    });
  }
}

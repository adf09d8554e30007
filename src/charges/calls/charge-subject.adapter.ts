import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../database';
import {
  cardPort,
  type FinalOutcome,
  type OpenAccount,
  paymentPort,
  type ProviderCallRecord,
  type ProviderNotification,
  type ProviderOutcome,
  type ProviderSubject,
  type Settlement,
  type SubjectRef,
  SubjectsService,
} from '../../providers';
import { ChargeLifecycle } from '../charge.lifecycle';
import { chargeTransitions } from '../charge.transitions';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import { toPayer } from '../create/new-charge';
import type { CardDetails } from '../methods/card/card.response';
import { ReturnedPaymentRepository } from '../returns/returned-payment.repository';
import { CaptureOutcomesService } from './capture-outcomes.service';
import { ChargeNotificationsService } from './charge-notifications.service';
import { replyTo } from './charge-replies';

/** What is asked about a charge itself, and what its provider tells of it. */
@Injectable()
export class ChargeSubjectAdapter implements ProviderSubject<ChargeRecord>, OnModuleInit {
  readonly type = 'charge';

  constructor(
    private readonly charges: ChargeRepository,
    private readonly returned: ReturnedPaymentRepository,
    private readonly lifecycle: ChargeLifecycle,
    private readonly notifications: ChargeNotificationsService,
    private readonly subjects: SubjectsService,
    readonly together: CaptureOutcomesService,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  async ask(
    call: ProviderCallRecord,
    { adapter, access }: OpenAccount,
    begun: ChargeRecord | null,
  ): Promise<ProviderOutcome> {
    const { merchantId, subjectId, key, amountCents, kind } = call;
    const charge = begun?.charge ?? (await this.charges.get(merchantId, subjectId));
    if (kind === 'authorize') {
      const { soft_descriptor: softDescriptor } = charge.paymentDetails as CardDetails;
      return cardPort(adapter).authorize(access, key, {
        payer: toPayer(charge.customer),
        description: charge.description,
        token: charge.cardToken ?? '',
        amountCents,
        installments: charge.installments ?? 1,
        softDescriptor,
        capture: charge.autoCapture,
      });
    }
    const request = { reference: charge.providerReference ?? '', amountCents, paymentId: null };
    if (kind === 'capture') return cardPort(adapter).capture(access, key, request);
    const port = paymentPort(adapter, charge.paymentMethod);
    if (kind === 'void') return port.void(access, key, request);
    const { paymentId } = await this.returned.getByCall(merchantId, call.id);
    return port.refund(access, key, { ...request, paymentId });
  }

  /** A declined card is the payer's to try again; the rest only the provider can make happen. */
  repeats({ kind }: ProviderCallRecord): boolean {
    return kind !== 'authorize';
  }

  async lock(tx: Tx, { merchantId, subjectId }: ProviderCallRecord): Promise<ChargeRecord> {
    const record = await this.charges.lock(tx, { merchantId, id: subjectId });
    if (record === null) throw new Error('a call is about a charge that is not there');
    return record;
  }

  /** Transition and event, in the transaction of the outcome. */
  async settle(
    tx: Tx,
    record: ChargeRecord,
    call: ProviderCallRecord,
    outcome: FinalOutcome,
    isFirst: boolean,
  ): Promise<Settlement> {
    if (isFirst) await this.write(tx, record, call, outcome);
    if (call.status === 'failed') return { refused: true };
    return { reply: replyTo(call.kind, record) };
  }

  async notified(
    tx: Tx,
    { merchantId, subjectId }: SubjectRef,
    notification: ProviderNotification,
  ): Promise<boolean> {
    const record = await this.charges.lock(tx, { merchantId, id: subjectId });
    return record === null ? false : this.notifications.take(tx, record, notification);
  }

  private async write(
    tx: Tx,
    record: ChargeRecord,
    call: ProviderCallRecord,
    outcome: FinalOutcome,
  ): Promise<void> {
    if (call.kind === 'authorize') {
      await (outcome.kind === 'done'
        ? this.authorized(tx, record, outcome)
        : this.lifecycle.decline(tx, record, outcome));
    } else if (call.kind === 'capture' && outcome.kind === 'done') {
      await this.lifecycle.capture(tx, { record, amountCents: call.amountCents, at: outcome.at });
    } else if (call.kind === 'void' && outcome.kind === 'done') {
      // It may have expired while the provider was asked: then it has ended already.
      if (chargeTransitions.allows(record.charge.status, 'void')) await this.lifecycle.void(tx, record);
    } else if (call.kind === 'void' && (await this.hasLapsed(tx, record))) {
      await this.lifecycle.refuseVoid(tx, record);
    } else if (call.kind === 'return' && outcome.kind === 'refused') {
      // A return that was made changes nothing of its charge: the call is the note.
      await this.lifecycle.failReturn(tx, record);
    }
  }

  /** Nobody but the provider can end it: its merchant may neither capture nor void it any more. */
  private async hasLapsed(tx: Tx, { charge }: ChargeRecord): Promise<boolean> {
    return charge.status === 'authorized' && this.charges.hasExpired(tx, charge);
  }

  private async authorized(
    tx: Tx,
    record: ChargeRecord,
    outcome: Extract<FinalOutcome, { kind: 'done' }>,
  ): Promise<void> {
    const paymentDetails: CardDetails = {
      ...(record.charge.paymentDetails as CardDetails),
      authorization_code: outcome.authorizationCode,
    };
    const change = { providerReference: outcome.reference, paymentDetails };
    await (record.charge.autoCapture
      ? this.lifecycle.pay(tx, record, change, outcome.at)
      : this.lifecycle.authorize(tx, record, change, outcome.at));
  }
}

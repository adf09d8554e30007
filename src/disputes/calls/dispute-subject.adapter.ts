import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type DisputedCharge, DisputedChargesService } from '../../charges';
import { ok } from '../../common/http';
import type { Tx } from '../../database';
import {
  disputePort,
  type FinalOutcome,
  type OpenAccount,
  type ProviderCallRecord,
  type ProviderOutcome,
  type ProviderSubject,
  type Settlement,
  SubjectsService,
} from '../../providers';
import { DisputeLifecycle } from '../dispute.lifecycle';
import { type DisputeRecord, DisputeRepository } from '../dispute.repository';
import { toDisputeResponse } from '../dispute.response';
import { disputeTransitions } from '../dispute.transitions';

interface LockedDispute {
  readonly charge: DisputedCharge;
  readonly record: DisputeRecord;
}

/** What is asked about a dispute: that its merchant contests it, or gives in. */
@Injectable()
export class DisputeSubjectAdapter implements ProviderSubject<LockedDispute>, OnModuleInit {
  readonly type = 'dispute';

  constructor(
    private readonly disputes: DisputeRepository,
    private readonly charges: DisputedChargesService,
    private readonly lifecycle: DisputeLifecycle,
    private readonly subjects: SubjectsService,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  async ask(call: ProviderCallRecord, { adapter, access }: OpenAccount): Promise<ProviderOutcome> {
    const { merchantId, subjectId, key, kind } = call;
    const { dispute } = await this.get(merchantId, subjectId);
    const reference = await this.charges.referenceOf({ merchantId, id: dispute.chargeId });
    const request = { reference, disputeId: dispute.providerDisputeId };
    const port = disputePort(adapter);
    if (kind === 'accept') return port.accept(access, key, request);
    const evidence = dispute.evidence.map(({ name, file_url: fileUrl, mime_type: mimeType }) => ({
      ...{ name, fileUrl, mimeType },
    }));
    return port.contest(access, key, { ...request, statement: dispute.statement ?? '', evidence });
  }

  repeats(): boolean {
    return true;
  }

  /** The charge first: everybody locks it before anything that belongs to it. */
  async lock(tx: Tx, { merchantId, subjectId: id }: ProviderCallRecord): Promise<LockedDispute> {
    const { dispute } = await this.get(merchantId, id, tx);
    const charge = await this.charges.lock(tx, { merchantId, id: dispute.chargeId });
    const record = await this.disputes.lock(tx, { merchantId, id });
    if (record === null) throw new Error('a call is about a dispute that is not there');
    return { charge, record };
  }

  /** The provider may have decided meanwhile: that stays. */
  async settle(
    tx: Tx,
    { charge, record }: LockedDispute,
    { kind, status }: ProviderCallRecord,
    outcome: FinalOutcome,
    isFirst: boolean,
  ): Promise<Settlement> {
    const trigger = kind === 'accept' ? 'accept' : 'contest';
    const { dispute } = record;
    if (isFirst && outcome.kind === 'done' && disputeTransitions.allows(dispute.status, trigger))
      await (trigger === 'accept'
        ? this.lifecycle.lose(tx, charge, record, {
            ...{ on: trigger, amountCents: dispute.amountCents, at: outcome.at },
          })
        : this.lifecycle.contest(tx, record));
    if (status === 'failed') return { refused: true };
    const message = trigger === 'accept' ? 'The dispute was accepted.' : 'The dispute was contested.';
    return { reply: ok(message, toDisputeResponse(record)) };
  }

  /** Institutions tell of disputes by the name of the payment: its charge takes that. */
  notified(): Promise<boolean> {
    return Promise.resolve(true);
  }

  private async get(merchantId: string, id: string, tx?: Tx): Promise<DisputeRecord> {
    const record = await this.disputes.find(merchantId, id, tx);
    if (record === null) throw new Error('a call is about a dispute that is not there');
    return record;
  }
}

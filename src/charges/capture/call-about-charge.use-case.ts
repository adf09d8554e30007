import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  Idempotency,
  type IdempotencyRequest,
  type Keyed,
  KeyedGroups,
  type KeyedWrite,
  Reply,
} from '../../common/http';
import { isCardMethod } from '../../common/money';
import { together, type Tx, TxRunner } from '../../database';
import {
  AnswerByProviderUseCase,
  BeginProviderCallUseCase,
  type CallToMake,
  type ProviderCallRecord,
  ProviderCallsService,
} from '../../providers';
import { ChargeSubjectAdapter } from '../calls/charge-subject.adapter';
import type { Charge } from '../charge.entity';
import { type ChargeKey, ChargeRepository, type ChargeRecord } from '../charge.repository';
import { toChargeResponse } from '../charge.response';
import { aboutCharge } from '../create/new-charge';

/** Beside one of these no other of them may run. */
export const EXCLUSIVE_CALLS = ['authorize', 'capture', 'void'] as const;

/** What to ask of a locked charge; throws what is against it. */
type Plan = (
  record: ChargeRecord,
  assertInTime: () => void,
) => { kind: 'capture' | 'void'; amountCents: number };

interface AskedCall extends Keyed, ChargeKey {
  readonly plan: Plan;
}

/** A locked charge, and what else decides whether it may be asked about. */
interface Found {
  readonly record: ChargeRecord | null;
  readonly isBusy: boolean;
  readonly hasExpired: boolean;
}

interface BegunCall extends KeyedWrite<null> {
  readonly call: ProviderCallRecord;
  readonly locked?: ChargeRecord;
}

/** What capture and void have in common. Calls that are asked for at the same time are written in one statement (decision 0028). */
@Injectable()
export class CallAboutChargeUseCase {
  private readonly groups: KeyedGroups<AskedCall, BegunCall>;

  constructor(
    transactions: TxRunner,
    idempotency: Idempotency,
    private readonly charges: ChargeRepository,
    private readonly calls: ProviderCallsService,
    private readonly beginCall: BeginProviderCallUseCase,
    private readonly answer: AnswerByProviderUseCase,
    private readonly subject: ChargeSubjectAdapter,
  ) {
    this.groups = new KeyedGroups(transactions, idempotency, {
      isOneStatement: () => false,
      hold: async (tx, asked) => {
        const found = await this.read(tx, asked, () => charges.lockFree(tx, asked));
        return asked.map((one, index) => {
          const held = found[index];
          // One that is not there is looked for alone.
          return held === undefined || held.record === null ? null : () => this.begin(one, held);
        });
      },
      together: (tx, begun, claims) =>
        calls.insertUnrepeated(
          tx,
          begun.map(({ call }) => call),
          claims,
        ),
      alone: (asked) => this.alone(asked),
    });
  }

  async execute(
    { merchantId }: MerchantIdentity,
    id: string,
    key: IdempotencyRequest,
    plan: Plan,
  ): Promise<Reply> {
    const read = async () => {
      const record = await this.charges.find(merchantId, id);
      if (record === null) throw commonErrors.NOT_FOUND();
      return toChargeResponse(record.charge, record.splits);
    };
    const begun = await this.groups.write({ key, merchantId, id, plan });
    return this.answer.execute(key, begun, { subject: this.subject, read });
  }

  private async alone(asked: AskedCall): Promise<BegunCall | Reply> {
    const { key } = asked;
    const begun = await this.beginCall.execute(key, {
      subject: this.subject,
      lock: (tx) => this.read(tx, [asked], async () => [await this.charges.lock(tx, asked)]),
      begin: async (_, [found]) => planned(asked, found),
    });
    return begun instanceof Reply ? begun : { key, id: begun.call.id, reply: null, ...begun };
  }

  private begin(asked: AskedCall, found: Found): BegunCall {
    const { key } = asked;
    const { call: wanted, locked } = planned(asked, found);
    const call = this.calls.askedUnder(key, this.subject, wanted);
    return { key, id: call.id, reply: null, call, locked };
  }

  private async read(
    tx: Tx,
    keys: readonly ChargeKey[],
    lock: () => Promise<(ChargeRecord | null)[]>,
  ): Promise<Found[]> {
    const [records, busy, expired] = await together(tx, [
      lock,
      () => this.calls.listPending(tx, keys, EXCLUSIVE_CALLS),
      () => this.charges.listExpired(tx, keys),
    ]);
    return keys.map(({ id }, index) => ({
      record: records[index] ?? null,
      isBusy: busy.has(id),
      hasExpired: expired.has(id),
    }));
  }
}

/** Throws what is against it (contract §6). */
function planned(
  { plan }: AskedCall,
  found: Found | undefined,
): { readonly call: CallToMake; readonly locked: ChargeRecord } {
  const locked = found?.record;
  if (!locked) throw commonErrors.NOT_FOUND();
  if (found.isBusy) throw busy(locked.charge);
  const call = { ...aboutCharge(locked.charge), ...plan(locked, () => assertInTime(found.hasExpired)) };
  return { call, locked };
}

function assertInTime(hasExpired: boolean): void {
  if (hasExpired) throw commonErrors.INVALID_STATE({ message: 'The charge has expired.' });
}

/** A pending card is always with the provider, which is no matter of two requests at once. */
function busy(charge: Charge): Error {
  if (charge.status !== 'pending' || !isCardMethod(charge.paymentMethod))
    return commonErrors.OPERATION_IN_PROGRESS();
  return commonErrors.INVALID_STATE({ message: 'The card is with the provider: wait for the outcome.' });
}

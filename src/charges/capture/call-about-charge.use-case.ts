import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { together, type Tx } from '../../database';
import { AskProviderUseCase, ProviderCallsService } from '../../providers';
import { ChargeSubjectAdapter } from '../calls/charge-subject.adapter';
import type { Charge } from '../charge.entity';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import { toChargeResponse } from '../charge.response';
import { aboutCharge } from '../create/new-charge';
import { isCardMethod } from '../../common/money';

/** Beside one of these no other of them may run. */
export const EXCLUSIVE_CALLS = ['authorize', 'capture', 'void'] as const;

/** What capture and void have in common. */
@Injectable()
export class CallAboutChargeUseCase {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly calls: ProviderCallsService,
    private readonly askProvider: AskProviderUseCase,
    private readonly subject: ChargeSubjectAdapter,
  ) {}

  /** `plan` says what to ask of the locked charge, or throws what is against it. */
  async execute(
    { merchantId }: MerchantIdentity,
    id: string,
    key: IdempotencyRequest,
    plan: (
      record: ChargeRecord,
      assertInTime: () => void,
    ) => { kind: 'capture' | 'void'; amountCents: number },
  ): Promise<Reply> {
    const lock = (tx: Tx) =>
      together<[ChargeRecord | null, boolean, boolean]>(tx, [
        () => this.charges.lock(tx, { id, merchantId }),
        () => this.calls.hasPending(tx, merchantId, id, EXCLUSIVE_CALLS),
        () => this.charges.hasExpired(tx, { merchantId, id }),
      ]);
    const begin = async (tx: Tx, [record, isBusy, hasExpired]: Awaited<ReturnType<typeof lock>>) => {
      if (record === null) throw commonErrors.NOT_FOUND();
      if (isBusy) throw busy(record.charge);
      return {
        locked: record,
        call: { ...aboutCharge(record.charge), ...plan(record, () => assertInTime(hasExpired)) },
      };
    };
    const read = async () => {
      const record = await this.charges.find(merchantId, id);
      if (record === null) throw commonErrors.NOT_FOUND();
      return toChargeResponse(record.charge, record.splits);
    };
    return this.askProvider.execute(key, { subject: this.subject, lock, begin, read });
  }
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

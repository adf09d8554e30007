import { Injectable } from '@nestjs/common';
import { created, type Reply } from '../../common/http';
import { toChargeResponse } from '../charge.response';
import { isCardMethod } from '../../common/money';
import { ChargeRepository } from '../charge.repository';
import { OutcomeWaiterService } from './outcome-waiter.service';

/** `Prefer: wait`: holds the answer of a created card charge until its first outcome (contract §6, Answer). */
@Injectable()
export class AwaitOutcomeUseCase {
  constructor(
    private readonly repository: ChargeRepository,
    private readonly waiter: OutcomeWaiterService,
  ) {}

  /** The charge as it is after the wait; without a card the answer as it was. A replay waits likewise. */
  async execute(merchantId: string, reply: Reply, seconds: number): Promise<Reply> {
    const id = chargeIdOf(reply);
    const before = await this.repository.find(merchantId, id);
    if (before === null || !isCardMethod(before.charge.paymentMethod)) return reply;
    const find = () => this.repository.find(merchantId, id);
    const hasWaited =
      before.charge.status !== 'pending' ||
      (await this.waiter.wait(id, seconds * 1000, async () => (await find())?.charge.status !== 'pending'));
    if (!hasWaited) return reply;
    const after = (await find()) ?? before;
    const waited = created('The charge was created.', toChargeResponse(after.charge, after.splits));
    for (const [name, value] of Object.entries(reply.headers)) waited.with(name, value);
    return waited.with('Preference-Applied', `wait=${seconds}`);
  }
}

function chargeIdOf(reply: Reply): string {
  const body = JSON.parse(reply.text() ?? '{}') as { readonly data: { readonly id: string } };
  return body.data.id;
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { netOf, type Receivable } from '../receivable.entity';
import { type PromisedReceivable, ReceivableAnticipations } from './receivable-anticipations.port';

/** Of a receivable, whether it waits in an anticipation and what that would get. */
type MaybePromised = Pick<
  Receivable,
  ('merchantId' | 'id' | 'anticipationId' | 'status') | ('amountCents' | 'feeCents' | 'reversedCents')
>;

/** Tells anticipations what becomes of the receivables that wait in them. */
@Injectable()
export class PromisedReceivablesService {
  constructor(private readonly anticipations: ReceivableAnticipations) {}

  /** After receivables were locked and before accounts are. */
  async lock(tx: Tx, receivables: readonly MaybePromised[]): Promise<void> {
    const promised = promisedOf(receivables);
    if (promised.length > 0) await this.anticipations.lock(tx, promised);
  }

  /** After locked receivables were changed and written, and before accounts are locked that were not yet. */
  async noteChanged(tx: Tx, receivables: readonly MaybePromised[]): Promise<void> {
    const promised = promisedOf(receivables);
    if (promised.length > 0) await this.anticipations.changed(tx, promised);
  }

  /** As noteChanged, of those that were settled: their day came before they were paid early. */
  async noteSettled(tx: Tx, receivables: readonly MaybePromised[]): Promise<void> {
    const promised = promisedOf(receivables).map((one) => ({ ...one, netCents: 0 }));
    if (promised.length > 0) await this.anticipations.changed(tx, promised);
  }
}

/** What was anticipated is paid: nothing that happens to it changes that. */
function promisedOf(receivables: readonly MaybePromised[]): PromisedReceivable[] {
  return receivables.flatMap((receivable) => {
    const { merchantId, id, anticipationId, status } = receivable;
    if (anticipationId === null || status === 'anticipated') return [];
    const netCents = status === 'waiting_funds' ? netOf(receivable) : 0;
    return [{ merchantId, id, anticipationId, netCents }];
  });
}

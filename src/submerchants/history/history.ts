import { Injectable } from '@nestjs/common';
import { IdGenerator } from '../../common';
import type { Tx } from '../../database';
import { type HistoryActor, SubmerchantHistory } from './submerchant-history.entity';

/** Who does something. Operators are named in the history, never to a merchant. */
export interface Actor {
  readonly kind: HistoryActor;
  readonly operatorId: string | null;
}

export const BY_MERCHANT: Actor = { kind: 'merchant', operatorId: null };
export const BY_SYSTEM: Actor = { kind: 'system', operatorId: null };

/** Which operator; null is the sandbox, where the integrator plays the operator. */
export function byOperator(operatorId: string | null): Actor {
  return { kind: 'operator', operatorId };
}

export interface HistoryEntry {
  readonly submerchantId: string;
  /** The version of the submerchant that this led to. */
  readonly version: number;
  readonly type: string;
  readonly actor: Actor;
  readonly at: Date;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes down what happened to a submerchant, in the transaction in which it happened. */
@Injectable()
export class HistoryWriter {
  constructor(private readonly ids: IdGenerator) {}

  async append(tx: Tx, ...entries: readonly HistoryEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map(({ submerchantId, version, type, actor, at, from, to, details }) => ({
      id: this.ids.next(),
      submerchantId,
      version,
      type,
      fromStatus: from ?? null,
      toStatus: to ?? null,
      actor: actor.kind,
      operatorId: actor.operatorId,
      details: details ?? {},
      at,
    }));
    await tx.createQueryBuilder().insert().into(SubmerchantHistory).values(rows).execute();
  }
}

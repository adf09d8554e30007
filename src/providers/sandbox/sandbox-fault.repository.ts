import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../../database';

/** A call that the sandbox takes. */
export type SandboxCall =
  'authorize' | 'capture' | 'void' | 'refund' | 'contest' | 'accept' | 'resolve' | 'pay';

/** What the sandbox tells of its own accord. */
export type SandboxNotificationKind =
  'paid' | 'chargeback' | 'pix_return' | 'dispute_won' | 'dispute_lost' | 'payout_returned';

/**
 * What the sandbox can be told to do wrong. With a call: answer late, act and not answer, neither act nor answer, refuse
 * for good, refuse this time.
 * With a notification: tell it late, so that others overtake it, or twice.
 */
export type SandboxFaultKind = 'slow' | 'silent' | 'lost' | 'refused' | 'busy' | 'late' | 'twice';

export interface SandboxFault {
  readonly kind: SandboxFaultKind;
  readonly delayMs: number;
}

/** The faults that the sandbox was told to have: rows of its own schema, each used up as often as it says. */
@Injectable()
export class SandboxFaultRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The oldest fault that applies, one use of it taken; null when the sandbox is to behave. Waits for those who take the
   * same one: skipped, it would not happen as often as it says.
   */
  async take(
    call: SandboxCall | SandboxNotificationKind,
    reference: string,
    kinds: readonly SandboxFaultKind[],
    on: EntityManager = this.dataSource.manager,
  ): Promise<SandboxFault | null> {
    const [rows] = await on.query<[{ kind: SandboxFaultKind; delay_ms: number }[], number]>(
      prepared(`UPDATE sandbox_provider.faults SET remaining = remaining - 1
        WHERE id = (SELECT id FROM sandbox_provider.faults
                     WHERE call = $1 AND kind = ANY($3) AND remaining > 0 AND coalesce(reference, $2) = $2
                     ORDER BY id LIMIT 1 FOR UPDATE)
       RETURNING kind, delay_ms`),
      [call, reference, kinds],
    );
    const [row] = rows;
    return row === undefined ? null : { kind: row.kind, delayMs: row.delay_ms };
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../common/metrics';
import { afterCommit, logAfterCommit, type Tx } from '../../database';
import type { Charge } from '../charge.entity';

/**
 * `dispute_without_capture`: of a payment that was never taken. `payment_not_taken`: of another amount, or after the end
 * of its charge.
 */
type ChargeIncident =
  'chargeback' | 'return_failed' | 'void_refused' | 'payment_not_taken' | 'dispute_without_capture';

const SENTENCES: Readonly<Record<ChargeIncident, string>> = {
  chargeback: 'is disputed by its payer',
  return_failed:
    'a payment that was not taken could not be returned to its payer: the provider refused it for good',
  void_refused: 'the provider does not let go of the authorisation that lapsed, and is not asked again',
  payment_not_taken: 'a payment was not taken; the provider will be asked to return it',
  dispute_without_capture: 'a payment that was never taken is disputed: nothing changes',
};

/** Counts and logs what went wrong with charges, once it is committed: nothing ends in silence. */
@Injectable()
export class ChargeIncidentsService {
  private readonly logger = new Logger(ChargeIncidentsService.name);
  private readonly incidents;

  constructor(metrics: Metrics) {
    this.incidents = metrics.counter(
      'repasse_charge_incidents_total',
      'What went wrong with charges and payments, by kind',
      ['kind'],
    );
  }

  note(tx: Tx, { id, status }: Pick<Charge, 'id' | 'status'>, kind: ChargeIncident): void {
    afterCommit(tx, () => this.incidents.inc({ kind }));
    logAfterCommit(tx, this.logger, 'warn', `charge ${id}, ${status}: ${SENTENCES[kind]}`);
  }
}

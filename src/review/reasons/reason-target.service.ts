import { Injectable } from '@nestjs/common';
import { isUuid } from '../../common';
import { validationFailed } from '../../common/errors';
import type { Tx } from '../../database';
import type { RejectionReason } from '../../submerchants';
import type { CaseKey } from '../case-key';
import { ReasonTargetRepository } from './reason-target.repository';
import { UNKNOWN_TARGET } from './reason-target.rules';

/** What reasons are about has to be there: whoever corrects by them looks it up (contract §5). */
@Injectable()
export class ReasonTargetService {
  constructor(private readonly targets: ReasonTargetRepository) {}

  /** Of a locked case. Throws VALIDATION_FAILED with every target that is no document or legal representative of it. */
  async assertOwn(tx: Tx, submerchant: CaseKey, reasons: readonly RejectionReason[]): Promise<void> {
    const ids = reasons.flatMap(({ target }) => (isUuid(target) ? [target] : []));
    if (ids.length === 0) return;
    const own = new Set(await this.targets.listOwn(tx, submerchant, ids));
    const faults = reasons.flatMap(({ target }, index) =>
      !isUuid(target) || own.has(target) ? [] : [{ field: `reasons[${index}].target`, ...UNKNOWN_TARGET }],
    );
    if (faults.length > 0) throw validationFailed(faults);
  }
}

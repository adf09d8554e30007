import { Injectable } from '@nestjs/common';
import { type AuditActor, AuditLog } from '../common/audit';
import { commonErrors } from '../common/errors';
import { TxRunner } from '../database';
import { TermRepository } from './term.repository';

/** Takes back a term that has not begun. */
@Injectable()
export class DeleteTermUseCase {
  constructor(
    private readonly terms: TermRepository,
    private readonly transactions: TxRunner,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NOT_FOUND, and INVALID_STATE for one that has begun: what was made under it goes by it. */
  execute(id: string, actor: AuditActor): Promise<void> {
    return this.transactions.run(async (tx) => {
      const gone = await this.terms.deleteFuture(tx, id);
      if (gone === null) {
        if ((await this.terms.find(tx, id)) === null) throw commonErrors.NOT_FOUND();
        throw commonErrors.INVALID_STATE({
          message: 'This term is in force. Add a newer one: only what has not begun is taken back.',
        });
      }
      const { merchantId, kind, conditions, effectiveFrom } = gone;
      await this.audit.append(tx, {
        action: 'terms.deleted',
        actor,
        target: { type: 'term', id },
        ...(merchantId === null ? {} : { merchantId }),
        details: { kind, conditions, effective_from: effectiveFrom.toISOString() },
      });
    });
  }
}

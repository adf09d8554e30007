import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../common';
import { type AuditActor, AuditLog } from '../common/audit';
import { startOfDay } from '../common/calendar';
import { validationFailed } from '../common/errors';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../common/http';
import { isCalendarDay } from '../common/validation';
import { type Tx, TxRunner } from '../database';
import type { AddTermsBody } from './add-terms.body';
import { findTermFaults, toNewTerms } from './new-terms.rules';
import { TermRepository } from './term.repository';
import { TermsReader } from './terms.reader';
import { type AddedTerms, toAddedTermsResponse } from './terms.response';

/** Agrees on terms: for one merchant or for all who have none of their own, from now or from a later moment on. */
@Injectable()
export class AddTermsUseCase {
  constructor(
    private readonly terms: TermRepository,
    private readonly reader: TermsReader,
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Throws VALIDATION_FAILED for a moment that is past, a key that is there twice, or a merchant that there is not. */
  execute(request: AddTermsBody, actor: AuditActor): Promise<AddedTerms>;
  /** For a request: once per Idempotency-Key. */
  execute(request: AddTermsBody, actor: AuditActor, key: IdempotencyRequest): Promise<Reply>;
  async execute(
    request: AddTermsBody,
    actor: AuditActor,
    key?: IdempotencyRequest,
  ): Promise<AddedTerms | Reply> {
    const faults = findTermFaults(request);
    if (faults.length > 0) throw validationFailed(faults);
    const { merchantId } = await this.reader.getOwner(request.merchant_id?.toLowerCase());
    const add = (tx: Tx): Promise<AddedTerms> => this.add(tx, merchantId, request, actor);
    if (key === undefined) return this.transactions.run(add);
    return this.idempotency.run(key, async (tx) =>
      created('Terms added.', toAddedTermsResponse(await add(tx))),
    );
  }

  private async add(
    tx: Tx,
    merchantId: string | null,
    request: AddTermsBody,
    actor: AuditActor,
  ): Promise<AddedTerms> {
    const now = this.clock.now();
    const effectiveFrom = request.effective_from === undefined ? now : momentOf(request.effective_from);
    if (effectiveFrom < now)
      throw validationFailed([{ field: 'effective_from', code: 'past', message: 'must not be in the past' }]);
    const terms = toNewTerms(request).map((term) => ({
      ...term,
      id: this.ids.next(),
      merchantId,
      effectiveFrom,
    }));
    const added = { merchantId, effectiveFrom, terms };
    await this.terms.insert(tx, terms, now);
    await this.audit.append(tx, {
      action: 'terms.added',
      actor,
      ...(merchantId === null ? {} : { target: { type: 'merchant', id: merchantId }, merchantId }),
      details: Object.fromEntries(Object.entries(toAddedTermsResponse(added))),
    });
    return added;
  }
}

/** A moment in milliseconds; a day begins in America/Sao_Paulo. */
function momentOf(text: string): Date {
  return isCalendarDay(text) ? startOfDay(text) : new Date(text);
}

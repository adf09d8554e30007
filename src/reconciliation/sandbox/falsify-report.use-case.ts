import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors, noSuch, validationFailed } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { SandboxPayerService, SandboxReportsService } from '../../providers';
import type { FalsifyReportBody } from './falsify-report.body';
import type { FalsifiedReportResponse } from './falsified-report.response';
import { ResourceLinesRepository } from './resource-lines.repository';

/** Has the sandbox report something of a test merchant's wrong, until it is read (money contract §19). */
@Injectable()
export class FalsifyReportUseCase {
  constructor(
    private readonly resources: ResourceLinesRepository,
    private readonly payer: SandboxPayerService,
    private readonly reports: SandboxReportsService,
    private readonly idempotency: Idempotency,
  ) {}

  /** Throws NOT_FOUND, VALIDATION_FAILED, and INVALID_STATE for what the sandbox has nothing to report of. */
  async execute(
    { merchantId }: MerchantIdentity,
    body: FalsifyReportBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    assertWhole(body);
    const { resource_id, action, gross = null, date = null } = body;
    const found = await this.resources.find(merchantId, resource_id);
    if (found === null) throw noSuch('charge, refund, dispute or withdrawal');
    const account = found.lines.length === 0 ? null : await this.payer.find(found.accountId);
    return this.idempotency.run(key, async (tx) => {
      const fault = { action, grossCents: gross, day: date };
      const lines = account === null ? 0 : await this.reports.spoil(tx, account, found.lines, fault);
      if (lines === 0)
        throw commonErrors.INVALID_STATE({ message: 'The sandbox has nothing to report of this yet.' });
      const response: FalsifiedReportResponse = { resource_id, action, gross, date, lines };
      return ok('It is reported wrong until it is read.', response);
    });
  }
}

/** An alteration alters something; the other two say it all. */
function assertWhole({ action, gross, date }: FalsifyReportBody): void {
  const [hasGross, hasDate] = [isGiven(gross), isGiven(date)];
  if ((hasGross || hasDate) === (action === 'alter')) return;
  const message =
    action === 'alter' ? 'or date must be given: what is told instead' : 'is of the action alter only';
  throw validationFailed([
    { field: action === 'alter' || hasGross ? 'gross' : 'date', code: 'not_with_action', message },
  ]);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

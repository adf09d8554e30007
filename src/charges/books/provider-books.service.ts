import { Injectable } from '@nestjs/common';
import { errorMessage } from '../../common';
import type { BrokenRow, InvariantCheck, InvariantScope } from '../../common/invariants';
import type { Reading } from '../../database';
import {
  type AccountAccess,
  AdaptersService,
  ProviderAccountsService,
  type ReportedPayment,
  type ReportsPort,
} from '../../providers';
import { type BookedPayment, ProviderBooksRepository } from './provider-books.repository';

const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Compares our books with those of the institutions that show theirs (ReportsPort): what was paid and given back under
 * each name, to the cent. What moves at the moment agrees later, and is left out.
 */
@Injectable()
export class ProviderBooksService implements InvariantCheck {
  readonly name = 'a charge is what its provider knows of it';

  constructor(
    private readonly books: ProviderBooksRepository,
    private readonly accounts: ProviderAccountsService,
    private readonly adapters: AdaptersService,
  ) {}

  async check(snapshot: Reading, scope: InvariantScope): Promise<readonly BrokenRow[]> {
    const broken: BrokenRow[] = [];
    for (const { id, adapter } of await this.books.listAccounts(snapshot)) {
      const reports = this.adapters.find(adapter)?.reports ?? null;
      if (reports !== null) broken.push(...(await this.compareAccount(snapshot, reports, id, scope)));
    }
    return broken;
  }

  /** An account that cannot be opened, or whose institution cannot be asked, is named, and the others are compared. */
  private async compareAccount(
    snapshot: Reading,
    reports: ReportsPort,
    accountId: string,
    scope: InvariantScope,
  ): Promise<BrokenRow[]> {
    try {
      const { access } = await this.accounts.get(accountId);
      return await this.compare(snapshot, reports, access, scope);
    } catch (error) {
      return [{ provider_account_id: accountId, not_compared: errorMessage(error) }];
    }
  }

  /** Their pages first, each against our charges; then ours of which they said nothing. */
  private async compare(
    snapshot: Reading,
    reports: ReportsPort,
    access: AccountAccess,
    scope: InvariantScope,
  ): Promise<BrokenRow[]> {
    const broken: BrokenRow[] = [];
    const seen = new Set<string>();
    for await (const page of reports.list(access, scope.since)) {
      const references = page.map(({ reference }) => reference);
      const booked = new Map(
        (await this.books.listNamed(snapshot, access.id, references)).map((one) => [one.reference, one]),
      );
      for (const reported of page) {
        seen.add(reported.reference);
        const ours = booked.get(reported.reference);
        if (ours !== undefined && isSettled(ours, reported.changedAt, scope) && !agrees(ours, reported))
          broken.push(differing(ours, reported));
      }
    }
    // Of a part of their books nobody can tell what is missing in it.
    if (scope.since !== null) return broken;
    for await (const ours of this.paid(snapshot, access.id)) {
      if (!seen.has(ours.reference) && isSettled(ours, ours.changedAt, scope))
        broken.push(differing(ours, null));
    }
    return broken;
  }

  private async *paid(snapshot: Reading, accountId: string): AsyncIterable<BookedPayment> {
    for (let after = FIRST_ID; ;) {
      const page = await this.books.listPaid(snapshot, accountId, after, PAGE);
      yield* page;
      if (page.length < PAGE) return;
      after = page.at(-1)?.chargeId ?? FIRST_ID;
    }
  }
}

function isSettled(ours: BookedPayment, theirChange: Date, { settledBefore }: InvariantScope): boolean {
  return !ours.isMoving && ours.changedAt <= settledBefore && theirChange <= settledBefore;
}

function agrees(ours: BookedPayment, reported: ReportedPayment): boolean {
  return (
    reported.isAuthorized === (ours.status === 'authorized') &&
    reported.capturedCents === ours.capturedCents + ours.notTakenCents &&
    reported.refundedCents === ours.refundedCents + ours.returnedCents
  );
}

function differing(ours: BookedPayment, reported: ReportedPayment | null): BrokenRow {
  const { chargeId, reference, status, capturedCents, refundedCents, notTakenCents, returnedCents } = ours;
  return {
    charge_id: chargeId,
    reference,
    status,
    captured_cents: capturedCents + notTakenCents,
    refunded_cents: refundedCents + returnedCents,
    provider_authorized: reported?.isAuthorized ?? null,
    provider_captured_cents: reported?.capturedCents ?? null,
    provider_refunded_cents: reported?.refundedCents ?? null,
  };
}

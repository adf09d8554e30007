import { Injectable } from '@nestjs/common';
import { daysBetween } from '../../common/calendar';
import { validationFailed } from '../../common/errors';
import { type AccountRef, type EntryRange, LedgerReader, type Period, walletAccount } from '../../ledger';
import type { Wallet } from '../wallet.entity';
import { walletErrors } from '../wallet.errors';
import { CSV_HEADER, toCsvLine } from './csv.rules';
import type { StatementQuery } from './statement.query';
import { type Statement, toStatement } from './statement.rules';

const MAX_DAYS = 366;
const MAX_LINES = 1_000_000;
/** Of one read: what the stream holds at a time, and less than a connection's answer may have. */
const LINES_A_READ = 1_000;
const TIME_ZONE = 'America/Sao_Paulo';

/** What a period came to, and its lines as a file (money contract §12). */
@Injectable()
export class StatementReader {
  constructor(private readonly ledger: LedgerReader) {}

  /** Throws VALIDATION_FAILED. */
  async get({ merchantId, id }: Wallet, query: StatementQuery): Promise<Statement> {
    const period = periodOf(query);
    const parts = await this.ledger.listDays(merchantId, accountOf(id, query), period);
    return toStatement(parts, period.dateFrom, period.dateTo);
  }

  /**
   * The lines, oldest first, read as fast as they are taken: entries never change, so pieces that are read one after the
   * other are one moment's. Throws VALIDATION_FAILED, STATEMENT_TOO_LARGE.
   */
  async openCsv({ merchantId, id }: Wallet, query: StatementQuery): Promise<AsyncGenerator<string>> {
    const account = accountOf(id, query);
    const range = await this.ledger.findRange(merchantId, account, periodOf(query));
    if (range.lastSeq - range.afterSeq > MAX_LINES) throw walletErrors.STATEMENT_TOO_LARGE();
    return this.lines(merchantId, account, range);
  }

  private async *lines(merchantId: string, account: AccountRef, range: EntryRange): AsyncGenerator<string> {
    yield CSV_HEADER;
    const { lastSeq } = range;
    for (let { afterSeq } = range; afterSeq < lastSeq; afterSeq += LINES_A_READ) {
      const entries = await this.ledger.listForward(merchantId, account, { afterSeq, lastSeq }, LINES_A_READ);
      yield entries.map(toCsvLine).join('');
    }
  }
}

function accountOf(walletId: string, { account = 'available' }: StatementQuery): AccountRef {
  return walletAccount(walletId, account);
}

function periodOf({ date_from: dateFrom, date_to: dateTo }: StatementQuery): Period {
  const days = daysBetween(dateFrom, dateTo) + 1;
  if (days < 1)
    throw validationFailed([
      { field: 'date_from', code: 'after_date_to', message: 'must not be after date_to' },
    ]);
  if (days > MAX_DAYS)
    throw validationFailed([
      {
        field: 'date_to',
        code: 'period_too_long',
        message: `must be one of the ${MAX_DAYS} days that begin with date_from`,
      },
    ]);
  return { dateFrom, dateTo, timeZone: TIME_ZONE };
}

import type { Command } from 'commander';
import { type BackfilledBook, BackfillBooksUseCase } from '../../backfill';
import { type Answer, type Run, table } from '../command';
import type { Session } from '../session';

interface Options {
  json?: boolean;
  dryRun?: boolean;
}

export function addBackfillCommand(command: Command, run: Run): void {
  command
    .option('--dry-run', 'says what would be posted, and writes nothing')
    .option('--json', 'one JSON object on standard output')
    .action((options: Options) => run(options.json, (session) => backfill(session, options.dryRun === true)));
}

async function backfill(session: Session, dryRun: boolean): Promise<Answer> {
  const books = await (await session.service(BackfillBooksUseCase)).execute({ dryRun });
  return {
    json: {
      dry_run: dryRun,
      merchants: books.map(({ merchantId, charges, capturedCents, isComplete, failed }) => ({
        merchant_id: merchantId,
        charges,
        captured: capturedCents,
        complete: isComplete,
        failed: failed.map(({ chargeId, reason }) => ({ charge_id: chargeId, reason })),
      })),
    },
    text: books.length === 0 ? 'All books are complete.' : toText(books),
    failed: !dryRun && books.some(({ isComplete }) => !isComplete),
  };
}

function toText(books: readonly BackfilledBook[]): string {
  const rows = books.map(({ merchantId, charges, capturedCents, isComplete }) => [
    merchantId,
    String(charges),
    String(capturedCents),
    isComplete ? 'complete' : 'not complete',
  ]);
  const failed = books.flatMap((book) =>
    book.failed.map(({ chargeId, reason }) => `Not posted: charge ${chargeId}: ${reason}`),
  );
  return [table(['merchant', 'charges', 'cents', 'book'], rows), ...failed].join('\n');
}

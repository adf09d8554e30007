import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { errorMessage } from '../common';
import { Metrics } from '../common/metrics';
import { SeldomLogger, WorkLoop } from '../common/queue';
import { DatabaseGate } from '../database';
import { LedgerRepository } from './ledger.repository';
import { PostLinesUseCase } from './post-lines.use-case';

const LOOK_EVERY_MS = 100;
/** Counting more would take longer than it is worth. */
const MOST_COUNTED = 100_000;

/** Has waiting lines posted, in every worker: within a second each is an entry of its account (money contract §11). */
@Injectable()
export class LedgerPosterService
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly failures = new SeldomLogger(new Logger(LedgerPosterService.name));
  private readonly loop: WorkLoop;

  constructor(
    postLines: PostLinesUseCase,
    database: DatabaseGate,
    ledger: LedgerRepository,
    metrics: Metrics,
  ) {
    tell(metrics, ledger);
    this.loop = new WorkLoop(
      database,
      async () => ((await postLines.execute()).isMore ? 0 : LOOK_EVERY_MS),
      (error) => this.failures.warn(`ledger: ${errorMessage(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onModuleDestroy(): void {
    this.loop.stop();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.ended();
  }
}

/** How much waits for its place, and for how long (money contract, design notes, Poster). */
function tell(metrics: Metrics, ledger: LedgerRepository): void {
  metrics.asked(
    'repasse_ledger_tail_lines',
    `Lines of the books that wait for their place; ${MOST_COUNTED} at most are counted`,
    [],
    async () => [{ value: (await ledger.getTail(MOST_COUNTED)).lines }],
  );
  metrics.asked(
    'repasse_ledger_tail_oldest_seconds',
    'How long the oldest line of the books has waited for its place',
    [],
    async () => [{ value: (await ledger.getTail(MOST_COUNTED)).oldestSeconds }],
  );
}

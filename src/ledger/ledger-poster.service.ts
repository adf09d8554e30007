import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { errorMessage } from '../common';
import { SeldomLogger, WorkLoop } from '../common/queue';
import { DatabaseGate } from '../database';
import { PostLinesUseCase } from './post-lines.use-case';

const LOOK_EVERY_MS = 100;

/** Has waiting lines posted, in every worker: within a second each is an entry of its account (money contract §11). */
@Injectable()
export class LedgerPosterService
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly failures = new SeldomLogger(new Logger(LedgerPosterService.name));
  private readonly loop: WorkLoop;

  constructor(postLines: PostLinesUseCase, database: DatabaseGate) {
    this.loop = new WorkLoop(
      database,
      async () => ((await postLines.execute()) ? 0 : LOOK_EVERY_MS),
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

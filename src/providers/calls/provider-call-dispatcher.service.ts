import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { errorMessage } from '../../common';
import { SeldomLogger, WorkLoop } from '../../common/queue';
import { DatabaseGate } from '../../database';
import { SubjectsService } from '../subjects.service';
import { ClaimProviderCallsUseCase } from './claim-provider-calls.use-case';
import { MakeProviderCallUseCase } from './make-provider-call.use-case';
import type { CallPool } from './provider-call.repository';
import type { ProviderCallRecord } from './provider-call.types';

/**
 * Calls that this process makes at the same time. Those that were never made have places of their own: they wait for
 * no repetition. Waiting for a provider costs next to nothing; one account takes half of the places at most.
 */
const PLACES: Readonly<Record<CallPool, number>> = { first: 400, repeated: 100 };
const CALL_POOLS = ['first', 'repeated'] as const satisfies readonly CallPool[];
const AT_ONCE = 50;
const LOOK_EVERY_MS = 100;

/** Makes the calls that are due, as far as nobody else does. The rows decide: no queue knows of calls. */
@Injectable()
export class ProviderCallDispatcherService
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly logger = new Logger(ProviderCallDispatcherService.name);
  private readonly failures = new SeldomLogger(this.logger);
  private readonly running: Readonly<Record<CallPool, Map<ProviderCallRecord, Promise<void>>>> = {
    first: new Map(),
    repeated: new Map(),
  };
  private readonly loop: WorkLoop;

  constructor(
    private readonly claiming: ClaimProviderCallsUseCase,
    private readonly subjects: SubjectsService,
    private readonly makeCall: MakeProviderCallUseCase,
    database: DatabaseGate,
  ) {
    this.loop = new WorkLoop(
      database,
      async () => ((await this.beginDue()) ? 0 : LOOK_EVERY_MS),
      (error) => this.failures.warn(`provider calls: ${errorMessage(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Nothing more is begun: what is due stays so, for whoever runs then. */
  onModuleDestroy(): void {
    this.loop.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.ended();
    await Promise.all([...this.running.first.values(), ...this.running.repeated.values()]);
  }

  /** True when there may be more. */
  private async beginDue(): Promise<boolean> {
    const wanted = CALL_POOLS.map((pool) => ({
      pool,
      limit: Math.min(AT_ONCE, PLACES[pool] - this.running[pool].size),
      exceptAccounts: this.busyAccounts(pool),
    }));
    const claimed = await this.claiming.execute(wanted);
    let isFull = false;
    for (const [index, { pool, limit }] of wanted.entries()) {
      const calls = claimed[index] ?? [];
      for (const call of calls) {
        const made = this.make(call).finally(() => this.running[pool].delete(call));
        this.running[pool].set(call, made);
      }
      isFull ||= limit > 0 && calls.length === limit;
    }
    return isFull;
  }

  private busyAccounts(pool: CallPool): string[] {
    const counts = new Map<string, number>();
    for (const { accountId } of this.running[pool].keys())
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return [...counts].flatMap(([accountId, count]) => (count >= PLACES[pool] / 2 ? [accountId] : []));
  }

  private async make(call: ProviderCallRecord): Promise<void> {
    try {
      await this.makeCall.execute(call, this.subjects.get(call.subjectType));
    } catch (error) {
      // It is due again when its lease ends.
      this.logger.error(`call ${call.id}: ${errorMessage(error)}`);
    }
  }
}

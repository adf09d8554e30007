import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { CliModule } from '../../src/cli.module';
import { gather } from '../../src/common/features';
import { type BrokenRule, type InvariantCheck, readInvariants } from '../../src/common/invariants';
import type { AppConfig } from '../../src/config';
import { FEATURES } from '../../src/features';
import { eventually } from './eventually';
import { firstStarted, startWorker } from './service';

/** The rules of the books, as `db invariants` reads them, on the database of a spec file. */
export class Books {
  readonly rules = gather(FEATURES, 'invariants');

  private constructor(
    private readonly context: INestApplicationContext,
    readonly checks: readonly InvariantCheck[],
  ) {}

  static async open(config: AppConfig): Promise<Books> {
    const context = await NestFactory.createApplicationContext(CliModule.with(config, FEATURES), {
      logger: false,
    });
    const checks = gather(FEATURES, 'checks').map((check) => context.get(check, { strict: false }));
    return new Books(context, checks);
  }

  /** The rules that do not hold, of what has settled by now. */
  async broken(since: Date | null = null): Promise<BrokenRule[]> {
    // What changes from here on is on its way.
    const settledBefore = new Date();
    return readInvariants(this.context.get(DataSource), this.rules, this.checks, { since, settledBefore });
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/** How long a worker may take to finish what was under way. */
const FINISHED_WITHIN_MS = 20_000;

/** Rules that this spec file breaks on purpose, with the reason. */
const plantedAgainst = new Map<string, string>();

/** For a spec file that writes past the service what breaks a rule, and leaves it: the other rules are read all the same. */
export function breaksRule(rule: string, reason: string): void {
  plantedAgainst.set(rule, reason);
}

/**
 * All rules hold on the database of this spec file. It may have killed its processes at any moment: what they leave
 * under way is finished by the next worker.
 */
export async function expectBooksToHold(): Promise<void> {
  const config = await firstStarted();
  if (config === null) return;
  const books = await Books.open(config);
  const unplanned = async (): Promise<BrokenRule[]> =>
    (await books.broken()).filter(({ rule }) => !plantedAgainst.has(rule));
  try {
    const names = [...books.rules, ...books.checks].map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...plantedAgainst.keys()]));
    if ((await unplanned()).length === 0) return;
    const worker = await startWorker(config);
    try {
      await eventually(async () => {
        expect(await unplanned()).toEqual([]);
      }, FINISHED_WITHIN_MS);
    } finally {
      await worker.close();
    }
  } finally {
    await books.close();
  }
}

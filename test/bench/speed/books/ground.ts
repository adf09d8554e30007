import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { CliModule } from '../../../../src/cli.module';
import { type Invariant, readInvariants } from '../../../../src/common/invariants';
import { loadConfig } from '../../../../src/config';
import { FEATURES } from '../../../../src/features';
import { PostLinesUseCase } from '../../../../src/ledger';
import type { Site } from '../site';
import type { Installation } from '../../support/installation';

/** The service's own use cases over the database of an installation, in this process and without HTTP. */
export class Ground {
  private constructor(
    readonly installation: Installation,
    private readonly context: INestApplicationContext,
  ) {}

  static async open(installation: Installation): Promise<Ground> {
    const config = loadConfig({ ...installation.environment, REDIS_URL: '', LOG_LEVEL: 'silent' });
    const module = CliModule.with(config, FEATURES);
    const context = await NestFactory.createApplicationContext(module, {
      logger: false,
      abortOnError: false,
    });
    return new Ground(installation, context);
  }

  get<Wanted>(wanted: Type<Wanted> | (abstract new (...args: never[]) => Wanted)): Wanted {
    return this.context.get<Wanted>(wanted, { strict: false });
  }

  /** Past the triggers: what could not be made the product's way within hours. */
  async plant(statement: string, values: readonly unknown[] = []): Promise<void> {
    await this.get(DataSource).transaction(async (tx) => {
      await tx.query(`SET LOCAL session_replication_role = 'replica'`);
      await tx.query('SET LOCAL statement_timeout = 0');
      await tx.query(`SET LOCAL work_mem = '256MB'`);
      await tx.query(statement, [...values]);
    });
  }

  /** Gives every line that waits its place, as the worker does; answers how many there were. */
  async postAll(): Promise<number> {
    const poster = this.get(PostLinesUseCase);
    let total = 0;
    for (let isMore = true; isMore;) {
      const round = await poster.execute();
      total += round.posted;
      ({ isMore } = round);
    }
    return total;
  }

  /** Throws when one of these rules does not hold of what was written since a moment; null: of everything. */
  async assertRules(rules: readonly Invariant[], since: Date | null = null): Promise<void> {
    const scope = { since, settledBefore: new Date() };
    // Filled within seconds: what the rules read would be planned as if the tables were empty.
    await this.installation.query('ANALYZE');
    const broken = await readInvariants(this.get(DataSource), rules, [], scope);
    const said = broken.map(({ rule, count, rows }) => `${rule}: ${count}, ${JSON.stringify(rows[0])}`);
    if (said.length > 0) throw new Error(`the books do not agree: ${said.join('; ')}`);
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/** What is measured on such a ground, over a database of its own. */
export async function onGround<Measured>(
  site: Site,
  measure: (ground: Ground) => Promise<Measured>,
): Promise<Measured> {
  const installation = await site.installation();
  try {
    const ground = await Ground.open(installation);
    try {
      return await measure(ground);
    } finally {
      await ground.close();
    }
  } finally {
    await site.discard(installation);
  }
}

/** So many at a time, as long as there is time: how many were done a second. */
export async function perSecond(
  inFlight: number,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<{ readonly count: number; readonly rate: number }> {
  const beganMs = performance.now();
  let count = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - beganMs < seconds * 1_000) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  return { count, rate: (count * 1_000) / (performance.now() - beganMs) };
}

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { setPriority } from 'node:os';
import { Client } from 'pg';
import { authFeature } from '../../auth';
import { CliModule } from '../../cli.module';
import { HOUR_MS } from '../../common';
import { errorMessage } from '../../common/text';
import { loadConfig } from '../../config';
import { walletsFeature } from '../../wallets';
import { migrateDatabase } from '../../migrate';
import { hasWeek, moveWeek } from './move-week';
import { playWeek, WEEK_HOURS } from './scenes/play-week';
import { Stage } from './stage';

const DATABASE = 'repasse_demo_week';

/** Nice: a third of what a process of normal priority gets, so that the week also comes where others take all there is. */
const STANDS_BACK = 5;

/**
 * The demo week, in a process of its own beside the running service: played in a database of its own, where time can be
 * moved, and then moved into that of the service in one transaction. Killed at any moment it leaves nothing or the
 * whole.
 */
async function play(): Promise<void> {
  setPriority(STANDS_BACK);
  const { DATABASE_URL: url = '', REPASSE_SHOP_URL: shopUrl = '' } = process.env;
  const config = loadConfig({ ...process.env, LOG_LEVEL: 'silent' });
  const app = await NestFactory.createApplicationContext(
    CliModule.with(config, [authFeature, walletsFeature]),
    {
      logger: false,
      abortOnError: false,
    },
  );
  try {
    if (await hasWeek(app)) return;
    const own = new URL(url);
    own.pathname = DATABASE;
    // What is there was left by a play that was killed.
    await onServer(url, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`, `CREATE DATABASE ${DATABASE}`);
    await migrateDatabase(own.href, null);
    const stage = await Stage.open({ ...process.env, DATABASE_URL: own.href }, shopUrl, WEEK_HOURS * HOUR_MS);
    await playWeek(stage);
    await moveWeek(app, stage.week);
    await stage.close();
    await onServer(url, `DROP DATABASE ${DATABASE} WITH (FORCE)`);
  } finally {
    await app.close();
  }
}

async function onServer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

play().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`The demo week: ${errorMessage(error)}\n`);
    process.exit(1);
  },
);

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { anticipationsFeature } from '../anticipations';
import { authFeature } from '../auth';
import { backfillFeature, BackfillBooksUseCase } from '../backfill';
import { CliModule } from '../cli.module';
import { type AppConfig, ConfigError, loadConfig } from '../config';
import { hasIncompleteBooks, migrateDatabase } from '../migrate';
import { termsFeature } from '../terms';
import { walletsFeature } from '../wallets';
import { ensureDemo } from './demo';

/**
 * The step between a running database and running servers, in a process of its own so that the supervisor stays
 * small: migrations, and the demo data where they are wanted. Reads the same environment as the servers.
 */
async function prepare(): Promise<void> {
  const config = loadConfig({ ...process.env, LOG_LEVEL: 'silent' });
  // In production migrations are a step of their own (contract §10).
  if (!config.isProduction) {
    const applied = await migrateDatabase(config.database.url, config.database.serviceRole);
    if (applied.length > 0) process.stderr.write(`Applied ${applied.length} migrations.\n`);
    await backfillBooks(config);
  }
  const dataDir = process.env['REPASSE_DEMO_DIR'];
  if (dataDir === undefined || dataDir === '') return;
  const app = await NestFactory.createApplicationContext(
    CliModule.with(config, [authFeature, walletsFeature, termsFeature]),
    {
      logger: false,
      abortOnError: false,
    },
  );
  try {
    const api = config.http.publicUrl;
    await ensureDemo(app, dataDir, {
      api_url: api,
      docs_url: `${api}/docs`,
      backoffice_url: `${api}/backoffice`,
    });
  } finally {
    await app.close();
  }
}

/** What happened before there were books: a database that this build has not seen yet may hold any number of years. */
async function backfillBooks(config: AppConfig): Promise<void> {
  if (!(await hasIncompleteBooks(config.database.url))) return;
  process.stderr.write('Writing what happened before into the books …\n');
  const app = await NestFactory.createApplicationContext(
    CliModule.with(config, [authFeature, walletsFeature, backfillFeature, anticipationsFeature]),
    { logger: false, abortOnError: false },
  );
  try {
    const books = await app.get(BackfillBooksUseCase, { strict: false }).execute({ dryRun: false });
    const charges = books.reduce((total, book) => total + book.charges, 0);
    const incomplete = books.filter(({ isComplete }) => !isComplete).length;
    process.stderr.write(
      incomplete === 0
        ? `${charges} charges of ${books.length} merchants.\n`
        : `The books of ${incomplete} merchants are not complete: npm run cli -- ledger backfill says why.\n`,
    );
  } finally {
    await app.close();
  }
}

prepare().catch((error: unknown) => {
  const known = error instanceof ConfigError;
  process.stderr.write(`${error instanceof Error ? (known ? error.message : error.stack) : String(error)}\n`);
  process.exitCode = 1;
});

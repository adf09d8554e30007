import type { Abstract, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CliModule } from '../cli.module';
import { type AppConfig, loadConfig } from '../config';
import { type LocalEnvironment, openLocalEnvironment } from '../embedded';

/** What a command works with. Everything is opened when it is first asked for, and closed at the end. */
export class Session {
  private local: Promise<LocalEnvironment> | null = null;
  private context: Promise<INestApplicationContext> | null = null;

  /** @param note prints a sentence for people, never on standard output */
  constructor(
    private readonly given: NodeJS.ProcessEnv,
    private readonly note: (sentence: string) => void,
  ) {}

  /** The environment, completed from `$DATA_DIR`; starts the embedded PostgreSQL when it is needed and down. */
  environment(): Promise<LocalEnvironment> {
    this.local ??= openLocalEnvironment(this.given, this.note);
    return this.local;
  }

  async config(): Promise<AppConfig> {
    const { env } = await this.environment();
    // Standard output belongs to the answer: the log of the service's own modules stays silent.
    return loadConfig({ ...env, LOG_LEVEL: 'silent' });
  }

  async databaseUrl(): Promise<string> {
    return (await this.config()).database.url;
  }

  /** A service of the application, e.g. `MerchantsService`. */
  async service<T>(type: Type<T> | Abstract<T>): Promise<T> {
    this.context ??= this.config().then((config) =>
      NestFactory.createApplicationContext(CliModule.with(config), { logger: false, abortOnError: false }),
    );
    return (await this.context).get(type, { strict: false });
  }

  async close(): Promise<void> {
    await (await this.context?.catch(() => null))?.close();
    await (await this.local?.catch(() => null))?.close();
  }
}
